import CollaborationCore
import CollaborationModels
import Testing

@Suite("Allowed sharing options")
struct AllowedSharingOptionsTests {
    typealias Identifier = AllowedSharingOptions.Identifier

    @Test("Access and permission options have Apple's raw values")
    func rawValues() {
        #expect(SharingParticipantPermissionOption.readOnly.rawValue == 1)
        #expect(SharingParticipantPermissionOption.readWrite.rawValue == 2)
        #expect(SharingParticipantPermissionOption.any.rawValue == 3)
        #expect(SharingParticipantAccessOption.anyoneWithLink.rawValue == 1)
        #expect(SharingParticipantAccessOption.specifiedRecipientsOnly.rawValue == 2)
        #expect(SharingParticipantAccessOption.any.rawValue == 3)
    }

    @Test("The standard allowed options are any access and any permission, and nothing else")
    func standard() {
        let standard = AllowedSharingOptions.standard
        #expect(standard.allowedParticipantAccessOptions == .any)
        #expect(standard.allowedParticipantPermissionOptions == .any)
        #expect(!standard.allowsParticipantsToInviteOthers)
        #expect(!standard.allowsAccessRequests)
    }

    @Test("The standard allowed options give two pickers")
    func standardGroups() throws {
        let options = try CollaborationShareOptions(optionsGroups: AllowedSharingOptions.standard.optionsGroups)
        #expect(options.options.map(\.title).prefix(2) == ["Only people you invite", "Anyone with the link"])
        #expect(options.optionsGroups.first?.selectedOptionIdentifier == Identifier.specifiedRecipientsOnly)
        #expect(options.optionsGroups[1].selectedOptionIdentifier == Identifier.readWrite)
    }

    @Test("What a person chose from the ready-made groups is read back as sharing options")
    func chosen() throws {
        var allowed = AllowedSharingOptions.standard
        allowed.allowsAccessRequests = true
        allowed.allowsParticipantsToInviteOthers = true
        var selection = try CollaborationShareOptions(optionsGroups: allowed.optionsGroups)
        let untouched = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readWrite,
            allowedParticipantAccessOptions: .specifiedRecipientsOnly
        )
        #expect(allowed.chosen(in: selection) == untouched)
        for identifier in [
            Identifier.anyoneWithLink, Identifier.readOnly, Identifier.inviteOthers,
            Identifier.accessRequests,
        ] { try selection.select(identifier) }
        let chosen = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .anyoneWithLink,
            allowsParticipantsToInviteOthers: true,
            allowsAccessRequests: true
        )
        #expect(allowed.chosen(in: selection) == chosen)
        try selection.deselect(Identifier.inviteOthers)
        #expect(allowed.chosen(in: selection)?.allowsParticipantsToInviteOthers == false)
        #expect(AllowedSharingOptions.standard.chosen(in: selection) == nil)
    }

    @Test("A picker offers only the allowed choices")
    func restricted() {
        var allowed = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .anyoneWithLink
        )
        #expect(
            allowed.optionsGroups.map { $0.options.map(\.identifier) }
                == [[Identifier.anyoneWithLink], [Identifier.readOnly]]
        )
        allowed.allowedParticipantPermissionOptions = []
        allowed.allowedParticipantAccessOptions = []
        #expect(allowed.optionsGroups.isEmpty)
    }

    @Test("The additional settings are switches that are off")
    func switches() throws {
        let allowed = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .anyoneWithLink,
            allowsParticipantsToInviteOthers: true,
            allowsAccessRequests: true
        )
        let options = try CollaborationShareOptions(optionsGroups: allowed.optionsGroups)
        let switches = try #require(options.optionsGroups.first { $0.identifier == Identifier.additionalSettings })
        #expect(switches.options.map(\.identifier) == [Identifier.inviteOthers, Identifier.accessRequests])
        #expect(switches.options.allSatisfy { !$0.isSelected })
    }
}

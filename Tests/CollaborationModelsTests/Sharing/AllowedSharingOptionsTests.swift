import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
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

    @Test("The standard allowed options give two pickers, with the most restrictive access selected")
    func standardGroups() throws {
        let options = try CollaborationShareOptions(
            optionsGroups: AllowedSharingOptions.standard.optionsGroups
        )
        #expect(
            "\(options)"
                == "Who can access: Only people you invite* | Anyone with the link; "
                + "Permission: Can make changes* | Read only"
        )
        #expect(
            options.group(Identifier.access)?.selectedOptionIdentifier == Identifier.specifiedRecipientsOnly
        )
        #expect(options.group(Identifier.permission)?.selectedOptionIdentifier == Identifier.readWrite)
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
        ] {
            try selection.select(identifier)
        }
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

    @Test("A picker offers only the allowed choices, and is left out without any")
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

    @Test("A server does not accept a selection made from more options than it allows")
    func acceptance() throws {
        let allowed = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .any
        )
        let defaults = try CollaborationShareOptions(optionsGroups: allowed.optionsGroups)
        let forged = try CollaborationShareOptions(
            optionsGroups: AllowedSharingOptions.standard.optionsGroups
        )
        #expect(!defaults.accepts(forged))
        #expect(
            defaults.accepts(try defaults.selecting(only: [Identifier.anyoneWithLink, Identifier.readOnly]))
        )
    }

    @Test("Allowed options decode without the keys that have defaults, and not without the others")
    func absentKeys() throws {
        let json = #"{"allowedParticipantPermissionOptions":1,"allowedParticipantAccessOptions":2}"#
        let allowed = try decode(AllowedSharingOptions.self, from: json)
        #expect(
            allowed
                == AllowedSharingOptions(
                    allowedParticipantPermissionOptions: .readOnly,
                    allowedParticipantAccessOptions: .specifiedRecipientsOnly
                )
        )
        for json in [
            #"{"allowedParticipantPermissionOptions":1}"#, #"{"allowedParticipantAccessOptions":2}"#,
        ] {
            #expect(throws: DecodingError.self) { try decode(AllowedSharingOptions.self, from: json) }
        }
        var all = AllowedSharingOptions.standard
        all.allowsParticipantsToInviteOthers = true
        #expect(try roundTrip(all) == all)
        all.allowsParticipantsToInviteOthers = false
        all.allowsAccessRequests = true
        #expect(try roundTrip(all) == all)
        #expect(try roundTrip(AllowedSharingOptions.standard) == .standard)
    }

    @Test("The description of allowed options is one line with access and permission")
    func description() {
        #expect(
            "\(AllowedSharingOptions.standard)"
                == "access [anyoneWithLink, specifiedRecipientsOnly], permission [readOnly, readWrite]"
        )
    }

    @Test("Each ready-made group and option has a title, and the additional settings are switches, off")
    func titles() throws {
        let allowed = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .anyoneWithLink,
            allowsParticipantsToInviteOthers: true,
            allowsAccessRequests: true
        )
        let options = try CollaborationShareOptions(optionsGroups: allowed.optionsGroups)
        #expect(
            "\(options)" == "Who can access: Anyone with the link*; Permission: Read only*; "
                + "Additional Settings: Allow others to invite, Allow access requests"
        )
        let switches = try #require(options.group(Identifier.additionalSettings))
        #expect(switches.options.map(\.identifier) == [Identifier.inviteOthers, Identifier.accessRequests])
    }
}

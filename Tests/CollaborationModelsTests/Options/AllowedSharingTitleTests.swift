import CollaborationModels
import Testing

@Suite("Titles of allowed sharing options")
struct AllowedSharingTitleTests {
    @Test("Each ready-made group of options has a title, and so has each of its options")
    func titles() throws {
        let allowed = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .anyoneWithLink,
            allowsParticipantsToInviteOthers: true,
            allowsAccessRequests: true
        )
        #expect(
            try "\(CollaborationShareOptions(optionsGroups: allowed.optionsGroups))"
                == "Who can access: Anyone with the link*; Permission: Read only*; "
                + "Additional Settings: Allow others to invite, Allow access requests"
        )
    }
}

/// What an author allows a person to choose when a CloudKit share is sent.
///
/// Apple's name is `CKAllowedSharingOptions`, with the same defaults.
public struct AllowedSharingOptions: Hashable, Sendable, Codable {
    /// What participants may be allowed to do.
    public var allowedParticipantPermissionOptions: SharingParticipantPermissionOption

    /// Who may be given access.
    public var allowedParticipantAccessOptions: SharingParticipantAccessOption

    /// Whether a person can let participants invite others.
    public var allowsParticipantsToInviteOthers: Bool

    /// Whether a person can let others ask for access.
    public var allowsAccessRequests: Bool

    /// Makes allowed options.
    ///
    /// - Parameters:
    ///   - allowedParticipantPermissionOptions: What participants may be allowed to do.
    ///   - allowedParticipantAccessOptions: Who may be given access.
    ///   - allowsParticipantsToInviteOthers: Whether a person can let participants invite others.
    ///   - allowsAccessRequests: Whether a person can let others ask for access.
    public init(
        allowedParticipantPermissionOptions: SharingParticipantPermissionOption,
        allowedParticipantAccessOptions: SharingParticipantAccessOption,
        allowsParticipantsToInviteOthers: Bool = false,
        allowsAccessRequests: Bool = false
    ) {
        self.allowedParticipantPermissionOptions = allowedParticipantPermissionOptions
        self.allowedParticipantAccessOptions = allowedParticipantAccessOptions
        self.allowsParticipantsToInviteOthers = allowsParticipantsToInviteOthers
        self.allowsAccessRequests = allowsAccessRequests
    }

    /// Any access and any permission, no invitations by participants and no requests for access.
    public static let standard = AllowedSharingOptions(
        allowedParticipantPermissionOptions: .any,
        allowedParticipantAccessOptions: .any
    )
}

extension AllowedSharingOptions {
    /// Decodes allowed options, in which whatever has a default in the initializer may be absent.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a value is missing or has the wrong type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func isAllowed(_ key: CodingKeys) throws -> Bool {
            try values.decodeIfPresent(Bool.self, forKey: key) ?? false
        }
        self.init(
            allowedParticipantPermissionOptions: try values.decode(
                SharingParticipantPermissionOption.self,
                forKey: .allowedParticipantPermissionOptions
            ),
            allowedParticipantAccessOptions: try values.decode(
                SharingParticipantAccessOption.self,
                forKey: .allowedParticipantAccessOptions
            ),
            allowsParticipantsToInviteOthers: try isAllowed(.allowsParticipantsToInviteOthers),
            allowsAccessRequests: try isAllowed(.allowsAccessRequests)
        )
    }
}

extension AllowedSharingOptions: CustomStringConvertible {
    /// The allowed access and permissions, and what else is allowed.
    public var description: String {
        let extras = [
            allowsParticipantsToInviteOthers ? "invitations by participants" : nil,
            allowsAccessRequests ? "access requests" : nil,
        ]
        return
            ([
                "access \(allowedParticipantAccessOptions)",
                "permission \(allowedParticipantPermissionOptions)",
            ]
            + extras.compactMap(\.self)).joined(separator: ", ")
    }
}

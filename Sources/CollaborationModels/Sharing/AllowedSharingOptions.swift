public import CollaborationCore

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
    /// The identifiers of the ready-made groups and options, by which ``chosen(in:)`` recognizes them.
    package enum Identifier {
        package static let access = "access"
        package static let specifiedRecipientsOnly: OptionIdentifier = "access.specifiedRecipientsOnly"
        package static let anyoneWithLink: OptionIdentifier = "access.anyoneWithLink"
        package static let permission = "permission"
        package static let readWrite: OptionIdentifier = "permission.readWrite"
        package static let readOnly: OptionIdentifier = "permission.readOnly"
        package static let additionalSettings = "additionalSettings"
        package static let inviteOthers: OptionIdentifier = "additionalSettings.inviteOthers"
        package static let accessRequests: OptionIdentifier = "additionalSettings.accessRequests"
    }

    /// The ready-made groups for what is allowed.
    ///
    /// They are a picker of who has access, a picker of what participants may do, and a group of switches
    /// that are off. Only allowed options are offered, and a group without any is left out. The first choices
    /// are the most restrictive access, specified recipients only, and the permission to make changes.
    public var optionsGroups: [CollaborationOptionsGroup] {
        func option(_ identifier: OptionIdentifier, _ title: String, if isAllowed: Bool) -> CollaborationOption? {
            isAllowed ? CollaborationOption(title: title, identifier: identifier) : nil
        }
        let (access, permission) = (allowedParticipantAccessOptions, allowedParticipantPermissionOptions)
        let accessOptions = [
            option(
                Identifier.specifiedRecipientsOnly,
                "Only people you invite",
                if: access.contains(.specifiedRecipientsOnly)
            ),
            option(Identifier.anyoneWithLink, "Anyone with the link", if: access.contains(.anyoneWithLink)),
        ]
        let permissionOptions = [
            option(Identifier.readWrite, "Can make changes", if: permission.contains(.readWrite)),
            option(Identifier.readOnly, "Read only", if: permission.contains(.readOnly)),
        ]
        let additionalSettings = [
            option(Identifier.inviteOthers, "Allow others to invite", if: allowsParticipantsToInviteOthers),
            option(Identifier.accessRequests, "Allow access requests", if: allowsAccessRequests),
        ]
        let groups: [(String, String, [CollaborationOption?], CollaborationOptionsGroup.Style)] = [
            (Identifier.access, "Who can access", accessOptions, .picker),
            (Identifier.permission, "Permission", permissionOptions, .picker),
            (Identifier.additionalSettings, "Additional Settings", additionalSettings, .switches),
        ]
        return groups.compactMap { identifier, title, options, style in
            let options = options.compactMap(\.self)
            var group = CollaborationOptionsGroup(identifier: identifier, options: options, style: style)
            group.title = title
            return options.isEmpty ? nil : group
        }
    }

    /// Returns what a person chose from the ready-made groups, to be carried over to the CloudKit share.
    ///
    /// - Returns: One kind of access, one permission and the switches that are on; nil when the selection is not
    ///   one that is allowed.
    public func chosen(in selection: CollaborationShareOptions) -> AllowedSharingOptions? {
        let selected = selection.selectedOptionsIdentifiers
        let offered = try? CollaborationShareOptions(optionsGroups: optionsGroups)
        guard (try? offered?.selecting(only: selected)) != nil else { return nil }
        var chosen = AllowedSharingOptions(allowedParticipantPermissionOptions: [], allowedParticipantAccessOptions: [])
        for identifier in selected {
            switch identifier {
            case Identifier.anyoneWithLink: chosen.allowedParticipantAccessOptions = .anyoneWithLink
            case Identifier.specifiedRecipientsOnly:
                chosen.allowedParticipantAccessOptions = .specifiedRecipientsOnly
            case Identifier.readOnly: chosen.allowedParticipantPermissionOptions = .readOnly
            case Identifier.readWrite: chosen.allowedParticipantPermissionOptions = .readWrite
            case Identifier.inviteOthers: chosen.allowsParticipantsToInviteOthers = true
            default: chosen.allowsAccessRequests = true
            }
        }
        return chosen
    }
}

/// Who may be given access to a share; an option set of what a person can choose from.
///
/// Apple's name is `CKSharingParticipantAccessOption`, with the same raw values.
public struct SharingParticipantAccessOption: OptionSet, Hashable, Sendable, Codable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set of bits; bits without a meaning are kept and have no effect.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Anyone who has the link.
    public static let anyoneWithLink = Self(rawValue: 1 << 0)

    /// Only the recipients whom the sender names.
    public static let specifiedRecipientsOnly = Self(rawValue: 1 << 1)

    /// Either, as the person chooses.
    public static let any: Self = [.anyoneWithLink, .specifiedRecipientsOnly]
}

/// What participants may do with a share; an option set of what a person can choose from.
///
/// Apple's name is `CKSharingParticipantPermissionOption`, with the same raw values.
public struct SharingParticipantPermissionOption: OptionSet, Hashable, Sendable, Codable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set of bits; bits without a meaning are kept and have no effect.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Participants may read.
    public static let readOnly = Self(rawValue: 1 << 0)

    /// Participants may read and make changes.
    public static let readWrite = Self(rawValue: 1 << 1)

    /// Either, as the person chooses.
    public static let any: Self = [.readOnly, .readWrite]
}

extension AllowedSharingOptions {
    /// The identifiers of the ready-made groups and options, by which an app and its server recognize them.
    public enum Identifier {
        /// The picker of who has access.
        public static let access = "access"

        /// In ``access``: only the recipients whom the sender names.
        public static let specifiedRecipientsOnly = "access.specifiedRecipientsOnly"

        /// In ``access``: anyone who has the link.
        public static let anyoneWithLink = "access.anyoneWithLink"

        /// The picker of what participants may do.
        public static let permission = "permission"

        /// In ``permission``: participants may read and make changes.
        public static let readWrite = "permission.readWrite"

        /// In ``permission``: participants may read.
        public static let readOnly = "permission.readOnly"

        /// The switches beside the pickers.
        public static let additionalSettings = "additionalSettings"

        /// In ``additionalSettings``: participants may invite others.
        public static let inviteOthers = "additionalSettings.inviteOthers"

        /// In ``additionalSettings``: others may ask for access.
        public static let accessRequests = "additionalSettings.accessRequests"
    }

    /// The ready-made groups for what is allowed.
    ///
    /// They are a picker of who has access, a picker of what participants may do, and a group of switches
    /// that are off. Only allowed options are offered, and a group without any is left out. The first choices
    /// are the most restrictive access, specified recipients only, and the permission to make changes.
    public var optionsGroups: [CollaborationOptionsGroup] {
        [accessGroup, permissionGroup, additionalSettingsGroup].filter { !$0.options.isEmpty }
    }

    /// Returns what a person chose from the ready-made groups, to be carried over to the CloudKit share.
    ///
    /// - Parameter selection: The groups as the person left them.
    /// - Returns: One kind of access, one permission and the switches that are on; nil when the selection is not
    ///   one that is allowed.
    public func chosen(in selection: CollaborationShareOptions) -> AllowedSharingOptions? {
        let offered = try? CollaborationShareOptions(optionsGroups: optionsGroups)
        guard let offered, offered.accepts(selection) else { return nil }
        var chosen = AllowedSharingOptions(
            allowedParticipantPermissionOptions: [],
            allowedParticipantAccessOptions: []
        )
        for identifier in selection.selectedOptionsIdentifiers {
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

    private var accessGroup: CollaborationOptionsGroup {
        var options: [CollaborationOption] = []
        if allowedParticipantAccessOptions.contains(.specifiedRecipientsOnly) {
            options.append(
                CollaborationOption(
                    title: "Only people you invite",
                    identifier: Identifier.specifiedRecipientsOnly
                )
            )
        }
        if allowedParticipantAccessOptions.contains(.anyoneWithLink) {
            options.append(
                CollaborationOption(title: "Anyone with the link", identifier: Identifier.anyoneWithLink)
            )
        }
        var group = CollaborationOptionsGroup.picker(identifier: Identifier.access, options: options)
        group.title = "Who can access"
        return group
    }

    private var permissionGroup: CollaborationOptionsGroup {
        var options: [CollaborationOption] = []
        if allowedParticipantPermissionOptions.contains(.readWrite) {
            options.append(CollaborationOption(title: "Can make changes", identifier: Identifier.readWrite))
        }
        if allowedParticipantPermissionOptions.contains(.readOnly) {
            options.append(CollaborationOption(title: "Read only", identifier: Identifier.readOnly))
        }
        var group = CollaborationOptionsGroup.picker(identifier: Identifier.permission, options: options)
        group.title = "Permission"
        return group
    }

    private var additionalSettingsGroup: CollaborationOptionsGroup {
        var options: [CollaborationOption] = []
        if allowsParticipantsToInviteOthers {
            options.append(
                CollaborationOption(title: "Allow others to invite", identifier: Identifier.inviteOthers)
            )
        }
        if allowsAccessRequests {
            options.append(
                CollaborationOption(title: "Allow access requests", identifier: Identifier.accessRequests)
            )
        }
        var group = CollaborationOptionsGroup(identifier: Identifier.additionalSettings, options: options)
        group.title = "Additional Settings"
        return group
    }
}

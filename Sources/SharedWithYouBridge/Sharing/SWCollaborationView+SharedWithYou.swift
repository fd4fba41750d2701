#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import SharedWithYou
    import SharedWithYouCore

    extension SWCollaborationView {
        /// Shows a state: the number of active participants, the header and the button for managing the share.
        ///
        /// Make the view with `NSItemProvider(_:cloudKitShare:)`, and put it into a bar with `UIBarButtonItem(customView:)`
        /// or `NSToolbarItem`. What nil stands for in the state is left as the view has it. The picture of the header
        /// and what came with the SDK 27 is not set.
        public func show(_ state: CollaborationViewModel) {
            activeParticipantCount = state.activeParticipantCount
            if let title = state.headerTitle { headerTitle = title }
            if let subtitle = state.headerSubtitle { headerSubtitle = subtitle }
            if let title = state.manageButtonTitle { manageButtonTitle = title }
            setShowManageButton(state.showsManageButton)
        }
    }

    #if !os(macOS)
        extension SWRemoveParticipantAlertController {
            /// Makes the alert that asks the user to remove a person from the conversation too.
            ///
            /// - Returns: nil for a person without a handle and an identity.
            /// - Throws: The center's error, when the device does not know the collaboration.
            public static func make(
                _ alert: RemoveParticipantAlert,
                center: SWHighlightCenter = SWHighlightCenter()
            ) throws -> SWRemoveParticipantAlertController? {
                guard let participant = SWPerson(alert.participant) else { return nil }
                let highlight = try center.highlight(of: alert.highlight.collaborationIdentifier)
                return SWRemoveParticipantAlertController(participant: participant, highlight: highlight)
            }
        }
    #else
        import AppKit

        extension SWRemoveParticipantAlert {
            /// Asks the user to remove a person from the conversation too; not for one without a handle and an identity.
            ///
            /// - Throws: The center's error, when the device does not know the collaboration.
            @MainActor
            public static func show(
                _ alert: RemoveParticipantAlert,
                in window: NSWindow?,
                center: SWHighlightCenter = SWHighlightCenter()
            ) throws {
                guard let participant = SWPerson(alert.participant) else { return }
                let highlight = try center.highlight(of: alert.highlight.collaborationIdentifier)
                show(withParticipant: participant, highlight: highlight, in: window)
            }
        }
    #endif
#endif

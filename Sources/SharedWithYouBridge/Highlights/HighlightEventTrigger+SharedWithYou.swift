#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import SharedWithYou

    nonisolated extension HighlightChangeEventTrigger {
        /// Apple's trigger.
        public var system: SWHighlightChangeEventTrigger {
            switch self {
            case .edit: .edit
            case .comment: .comment
            }
        }
    }

    nonisolated extension HighlightMembershipEventTrigger {
        /// Apple's trigger.
        public var system: SWHighlightMembershipEventTrigger {
            switch self {
            case .addedCollaborator: .addedCollaborator
            case .removedCollaborator: .removedCollaborator
            }
        }
    }

    nonisolated extension HighlightPersistenceEventTrigger {
        /// Apple's trigger.
        public var system: SWHighlightPersistenceEventTrigger {
            switch self {
            case .created: .created
            case .deleted: .deleted
            case .renamed: .renamed
            case .moved: .moved
            }
        }
    }
#endif

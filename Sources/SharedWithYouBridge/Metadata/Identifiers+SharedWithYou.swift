#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import SharedWithYouCore

    nonisolated extension CollaborationIdentifier {
        /// Makes an identifier from Apple's.
        public init(_ identifier: SWCollaborationIdentifier) {
            self.init(rawValue: identifier.rawValue)
        }
    }

    nonisolated extension SWCollaborationIdentifier {
        /// Makes Apple's identifier.
        public init(_ identifier: CollaborationIdentifier) {
            self.init(rawValue: identifier.rawValue)
        }
    }

    nonisolated extension LocalCollaborationIdentifier {
        /// Makes an identifier from Apple's.
        public init(_ identifier: SWLocalCollaborationIdentifier) {
            self.init(rawValue: identifier.rawValue)
        }
    }

    nonisolated extension SWLocalCollaborationIdentifier {
        /// Makes Apple's identifier.
        public init(_ identifier: LocalCollaborationIdentifier) {
            self.init(rawValue: identifier.rawValue)
        }
    }
#endif

#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import Foundation
    import SharedWithYouCore

    nonisolated extension SWPerson {
        /// Makes Apple's person; nil for a person without a handle and an identity, for whom Apple's raises an exception.
        ///
        /// Apple's person has no properties, so there is no way back.
        public convenience init?(_ person: Person) {
            guard person.handle != nil || person.identity != nil else { return nil }
            self.init(
                handle: person.handle,
                identity: person.identity.map { SWPerson.Identity($0) },
                displayName: person.displayName,
                thumbnailImageData: person.thumbnailImageData
            )
        }
    }

    nonisolated extension SWPerson.Identity {
        /// Makes Apple's identity.
        ///
        /// Apple's takes 32 bytes only, which a `Person.Identity` always has.
        public convenience init(_ identity: Person.Identity) {
            self.init(rootHash: identity.rootHash)
        }
    }

    nonisolated extension Person.Identity {
        /// Makes an identity from Apple's.
        ///
        /// - Parameter identity: Apple's identity, as an action has it.
        /// - Throws: `MalformedRootHashError` when the root hash is not 32 bytes.
        public init(_ identity: SWPerson.Identity) throws(MalformedRootHashError) {
            try self.init(rootHash: identity.rootHash)
        }
    }
#endif

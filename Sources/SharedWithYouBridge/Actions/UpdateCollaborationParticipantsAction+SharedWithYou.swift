#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import CollaborationCore
    import SharedWithYouCore

    nonisolated extension UpdateCollaborationParticipantsAction {
        /// Makes an action whose completion completes Apple's, as that of a start action does.
        ///
        /// Share options that break a rule are left out of its metadata: they must keep nobody from being removed.
        ///
        /// - Parameter action: Apple's action. Do not complete it yourself.
        /// - Throws: `MalformedRootHashError` for an identity whose root hash is not 32 bytes, and `ActionError` when there is
        ///   no collaboration identifier. Apple's action is then not complete.
        public convenience init(completing action: SWUpdateCollaborationParticipantsAction) throws {
            let metadata = action.collaborationMetadata
            try self.init(
                collaborationMetadata: (try? CollaborationMetadata(metadata))
                    ?? CollaborationMetadata(withoutOptions: metadata),
                addedIdentities: try action.addedIdentities.map { try Person.Identity($0) },
                removedIdentities: try action.removedIdentities.map { try Person.Identity($0) },
                uuid: action.uuid
            )
            let system = SystemAction(action)
            Task {
                do throws(ActionError) {
                    try await outcome()
                    system.complete { $0.fulfill() }
                } catch {
                    system.complete { $0.fail() }
                }
            }
        }
    }
#endif

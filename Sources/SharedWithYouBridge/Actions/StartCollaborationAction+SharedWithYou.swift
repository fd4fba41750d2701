#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import CollaborationModels
    import SharedWithYouCore

    nonisolated extension StartCollaborationAction {
        /// Makes an action whose completion completes Apple's.
        ///
        /// Whatever completes it first, also a time-out of our coordinator, completes Apple's action, once. An answer
        /// that comes after the system's own time-out is dropped by the system.
        ///
        /// Complete it in any case: until then a task waits for it.
        ///
        /// - Parameter action: Apple's action. Do not complete it yourself.
        /// - Throws: `CollaborationOptionsError` when the options of its metadata break a rule. Apple's action is
        ///   then not complete.
        public convenience init(completing action: SWStartCollaborationAction) throws(CollaborationOptionsError) {
            self.init(collaborationMetadata: try CollaborationMetadata(action.collaborationMetadata), uuid: action.uuid)
            let system = SystemAction(action)
            Task {
                do throws(ActionError) {
                    let started = try await outcome()
                    system.complete { action in
                        action.fulfill(
                            using: started.url,
                            collaborationIdentifier: SWCollaborationIdentifier(started.collaborationIdentifier)
                        )
                    }
                } catch {
                    system.complete { $0.fail() }
                }
            }
        }
    }
#endif

#if canImport(SharedWithYou) && !os(tvOS)
    import SharedWithYouCore

    /// An action of Apple's, handed over to the one task that completes it.
    ///
    /// `SWAction` is not `Sendable`, and a handler's method is not told that it may send its action. It is safe here:
    ///
    /// - The action is read before this value is made, in the call in which the system hands it over.
    /// - After that only the task that waits for our action uses it, once.
    /// - Apple's own samples complete an action from a task of their own, so the system expects that from any thread.
    nonisolated struct SystemAction<Action: SWAction>: @unchecked Sendable {
        private let action: Action

        init(_ action: Action) {
            self.action = action
        }

        /// Completes the action, unless it is complete.
        ///
        /// The system ignores a second completion, as far as has been observed; this does not depend on it.
        func complete(_ body: (Action) -> Void) {
            guard !action.isComplete else { return }
            body(action)
        }
    }
#endif

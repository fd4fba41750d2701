import CollaborationCore
import CollaborationServer
import CollaborationTestSupport

extension FaultyStore {
    struct Failure: Error {}

    /// Makes a store that can wait or fail before each operation, and after each replacement.
    ///
    /// `before` is told the collaboration whose record is to be replaced, or nil for another operation.
    init(
        _ base: any CollaborationStore,
        before: @escaping @Sendable (CollaborationIdentifier?) async throws -> Void = { _ in },
        afterReplacement: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.init(base)
        read = { store, document in
            try await before(nil)
            return try await store.record(of: document)
        }
        swap = { store, call in
            try await before(call.document)
            let isReplaced = try await store.swap(call)
            try await afterReplacement()
            return isReplaced
        }
        list = { store, account, last, limit in
            try await before(nil)
            return try await store.collaborations(of: account, after: last, limit: limit)
        }
    }

    /// A store whose database cannot be reached.
    static func unreachable(_ base: any CollaborationStore) -> FaultyStore {
        FaultyStore(base, before: { _ in throw Failure() })
    }

    /// A store that makes each replacement, but fails to report it.
    static func losingReplies(of base: any CollaborationStore) -> FaultyStore {
        FaultyStore(base, afterReplacement: { throw Failure() })
    }
}

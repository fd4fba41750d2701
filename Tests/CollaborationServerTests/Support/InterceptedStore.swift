import CollaborationProofs
import CollaborationServer

/// A store that can fail or wait before or after an operation.
struct InterceptedStore: CollaborationStore {
    struct Failure: Error {}

    enum Operation: Hashable {
        case record(CollaborationIdentifier)
        case replaceRecord(CollaborationIdentifier)
        case collaborations(AccountIdentifier)
    }

    var base: any CollaborationStore
    var before: @Sendable (Operation) async throws -> Void = { _ in }
    var after: @Sendable (Operation) async throws -> Void = { _ in }

    /// A store whose database cannot be reached.
    static func unreachable(_ base: any CollaborationStore) -> InterceptedStore {
        InterceptedStore(base: base, before: { _ in throw Failure() })
    }

    /// A store that makes each replacement, but fails to report it.
    static func losingReplies(of base: any CollaborationStore) -> InterceptedStore {
        InterceptedStore(
            base: base,
            after: { operation in
                if case .replaceRecord = operation { throw Failure() }
            }
        )
    }

    init(
        base: any CollaborationStore = InMemoryCollaborationStore(),
        before: @escaping @Sendable (Operation) async throws -> Void = { _ in },
        after: @escaping @Sendable (Operation) async throws -> Void = { _ in }
    ) {
        (self.base, self.before, self.after) = (base, before, after)
    }

    var identifier: StoreIdentifier { base.identifier }

    func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        try await intercept(.record(collaboration)) { try await base.record(of: collaboration) }
    }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        try await intercept(.replaceRecord(collaboration)) {
            try await base.replaceRecord(
                of: collaboration,
                version: version,
                with: record,
                accounts: accounts
            )
        }
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await intercept(.collaborations(account)) {
            try await base.collaborations(of: account, after: last, limit: limit)
        }
    }

    private func intercept<Result: Sendable>(
        _ operation: Operation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try await before(operation)
        let result = try await body()
        try await after(operation)
        return result
    }
}

import CollaborationModels
import CollaborationServer
import Metrics
import Tracing

/// A store that times each operation of another one, and makes a span of it.
struct MeasuredStore: PagedParticipantStore {
    private enum Operation: String, CaseIterable {
        case update, pair, identities, participants, collaborations, remove, removeUnproven, removeAll, forget
    }

    private let store: any PagedParticipantStore
    private let timers: [Operation: Timer]

    init(_ store: any PagedParticipantStore) {
        self.store = store
        timers = Dictionary(
            uniqueKeysWithValues: Operation.allCases.map {
                ($0, Timer(label: "store", dimensions: [("operation", $0.rawValue)]))
            }
        )
    }

    var identifier: StoreIdentifier { store.identifier }

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await measure(.update) { try await store.update(update) }
    }

    func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        Verification.current?.end()
        return try await measure(.pair) { try await store.pair(pairing) }
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await measure(.identities) { try await store.identities(of: account, in: collaboration) }
    }

    func participants(in collaboration: CollaborationIdentifier) async throws -> Set<Participant> {
        try await measure(.participants) { try await store.participants(in: collaboration) }
    }

    func participants(
        in collaboration: CollaborationIdentifier,
        after last: Person.Identity?,
        limit: Int
    ) async throws -> (participants: [Participant], last: Person.Identity?) {
        try await measure(.participants) {
            try await store.participants(in: collaboration, after: last, limit: limit)
        }
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await measure(.collaborations) {
            try await store.collaborations(of: account, after: last, limit: limit)
        }
    }

    func collaborations(of account: AccountIdentifier) async throws -> Set<CollaborationIdentifier> {
        try await measure(.collaborations) { try await store.collaborations(of: account) }
    }

    func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async throws -> Set<Person.Identity> {
        try await measure(.remove) {
            try await store.remove(account, from: collaboration, keepingIdentities: keepingIdentities)
        }
    }

    func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await measure(.removeUnproven) {
            try await store.removeUnproven(identities, from: collaboration)
        }
    }

    func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await measure(.removeAll) { try await store.removeAll(from: collaboration) }
    }

    func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await measure(.forget) { try await store.forget(collaboration) }
    }

    private func measure<Value>(
        _ operation: Operation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await withSpan("store.\(operation.rawValue)") { _ in
            let start = ContinuousClock.now
            defer { timers[operation]?.record(duration: .now - start) }
            return try await body()
        }
    }
}

import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationServer

/// A server with a clock that the test moves, on a store that other servers may share.
struct TestServer {
    let clock: SimulatedClock
    let store: any CollaborationStore
    let collaborations: Collaborations

    static let key = ChallengeKey()

    static func offered() throws -> CollaborationShareOptions {
        let (write, read) = (
            CollaborationOption(title: "Can make changes", identifier: "write"),
            CollaborationOption(title: "Read only", identifier: "read")
        )
        return try CollaborationShareOptions(optionsGroups: [.picker(identifier: "permission", options: [write, read])])
    }

    init(
        clock: SimulatedClock = SimulatedClock(),
        store: any CollaborationStore = InMemoryCollaborationStore(),
        key: ChallengeKey = TestServer.key,
        configuration: Collaborations.Configuration? = nil,
        backOff: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) throws {
        self.clock = clock
        self.store = store
        var writer = RecordWriter(store)
        writer.backOff = backOff
        collaborations = Collaborations(
            key: key,
            configuration: try configuration ?? .init(clock: { clock.date }),
            writer: writer
        )
    }

    /// Starts a collaboration with participants.
    func start(
        _ collaboration: CollaborationIdentifier = "doc-42",
        by owner: AccountIdentifier = "alice",
        selecting options: [String] = ["write"],
        adding identities: [Person.Identity] = []
    ) async throws {
        let request = StartRequest(selectedOptions: options)
        try await collaborations.start(collaboration, with: request, offering: TestServer.offered(), by: owner)
        if !identities.isEmpty { try await update(collaboration, adding: identities) }
    }

    @discardableResult
    func update(
        _ collaboration: CollaborationIdentifier = "doc-42",
        adding added: [Person.Identity] = [],
        removing removed: [Person.Identity] = [],
        by account: AccountIdentifier = "alice"
    ) async throws(CollaborationError) -> Set<AccountIdentifier> {
        let update = ParticipantsUpdate(
            collaborationIdentifier: collaboration,
            addedIdentities: added,
            removedIdentities: removed
        )
        return try await collaborations.apply(update, to: collaboration, by: account)
    }

    /// An honest device's answer to a new challenge.
    func answer(
        by device: SimulatedDevice,
        of identity: DerivedIdentity,
        as account: AccountIdentifier = "bob"
    ) throws -> IdentityProofAnswer {
        let collaboration = identity.collaborationIdentifier
        return try device.answer(collaborations.challenge(for: collaboration, account: account), for: identity)
    }

    /// Admits an account by a person's first device.
    @discardableResult
    func admit(
        _ person: SimulatedPerson,
        of identity: DerivedIdentity,
        as account: AccountIdentifier = "bob"
    ) async throws -> Admission {
        let answer = try answer(by: person.devices[0], of: identity, as: account)
        return try await collaborations.admit(answer, as: account, to: identity.collaborationIdentifier)
    }

    /// Expects that an answer is refused for a reason.
    func expect(
        _ refusal: Refusal,
        _ answer: IdentityProofAnswer,
        as account: AccountIdentifier = "bob",
        to collaboration: CollaborationIdentifier = "doc-42",
        at location: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: CollaborationError.refused(refusal), sourceLocation: location) {
            try await collaborations.admit(answer, as: account, to: collaboration)
        }
    }

    /// The accounts that have access to a collaboration, of a few.
    func accounts(of collaboration: CollaborationIdentifier = "doc-42") async throws -> [AccountIdentifier] {
        var accounts: [AccountIdentifier] = []
        for account in ["alice", "bob", "carol", "dave"] as [AccountIdentifier] {
            let hasAccess = try await collaborations.access(of: account, to: collaboration) != nil
            let isListed = try await collaborations.collaborations(of: account).contains(collaboration)
            #expect(isListed == hasAccess, "the index disagrees about \(account)")
            if hasAccess { accounts.append(account) }
        }
        return accounts
    }
}

/// A generator that returns given words and then begins again with the first.
struct RepeatingGenerator: RandomNumberGenerator {
    let words: [UInt64]
    private var position = 0

    init(_ words: UInt64...) { self.words = words }

    mutating func next() -> UInt64 {
        defer { position = (position + 1) % words.count }
        return words[position]
    }
}

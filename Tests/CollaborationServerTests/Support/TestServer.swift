import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

/// A server with a clock that the test moves, on a store that other servers may share.
struct TestServer {
    let clock: SimulatedClock
    let store: any CollaborationStore
    let collaborations: Collaborations

    static let key = ChallengeKey()

    init(
        clock: SimulatedClock = SimulatedClock(),
        store: any CollaborationStore = InMemoryCollaborationStore(),
        key: ChallengeKey = TestServer.key,
        offering groups: [CollaborationOptionsGroup] = [SampleOptions.permission("write")],
        configuration: Collaborations.Configuration? = nil
    ) throws {
        self.clock = clock
        self.store = store
        collaborations = Collaborations(
            store: store,
            key: key,
            offering: try CollaborationShareOptions(optionsGroups: groups),
            configuration: try configuration ?? .init(clock: { clock.date })
        )
    }

    /// The collaboration that most tests are about.
    var document: Collaboration { collaborations["doc-42"] }

    /// Starts a collaboration with participants.
    func start(
        _ collaboration: CollaborationIdentifier = "doc-42",
        as owner: AccountIdentifier = "alice",
        selecting options: [OptionIdentifier] = ["write"],
        adding identities: [Person.Identity] = []
    ) async throws(CollaborationError) {
        try await collaborations[collaboration].start(StartRequest(selectedOptions: options), as: owner)
        if !identities.isEmpty { try await update(adding: identities, in: collaboration) }
    }

    @discardableResult
    func update(
        adding added: [Person.Identity] = [],
        removing removed: [Person.Identity] = [],
        by account: AccountIdentifier = "alice",
        in collaboration: CollaborationIdentifier = "doc-42"
    ) async throws(CollaborationError) -> Change {
        let update = ParticipantsUpdate(addedIdentities: added, removedIdentities: removed)
        return try await collaborations[collaboration].apply(update, by: .account(account))
    }

    /// An honest device's answer to a new challenge.
    func answer(
        by device: SimulatedDevice,
        to invitation: SimulatedInvitation,
        as account: AccountIdentifier = "bob"
    ) throws -> IdentityProofAnswer {
        try device.answer(document.challenge(as: account), for: invitation)
    }

    /// Admits an account by a person's first device.
    @discardableResult
    func admit(
        _ person: SimulatedPerson,
        by invitation: SimulatedInvitation,
        as account: AccountIdentifier = "bob"
    ) async throws -> Change {
        try await document.admit(answer(by: person.devices[0], to: invitation, as: account), as: account)
    }

    /// Expects that an answer is refused for a reason.
    func expect(
        _ refusal: Refusal,
        _ answer: IdentityProofAnswer,
        as account: AccountIdentifier = "bob",
        at location: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: CollaborationError.refused(refusal), sourceLocation: location) {
            try await document.admit(answer, as: account)
        }
    }

    /// The accounts that have access, of a few, in order; the index must agree.
    func accounts() async throws -> [AccountIdentifier] {
        var accounts: [AccountIdentifier] = []
        for account in ["alice", "bob", "carol", "dave"] as [AccountIdentifier] {
            let hasAccess = try await document.access(of: account) != nil
            let isListed = try await collaborations.list(of: account).contains("doc-42")
            #expect(isListed == hasAccess, "the index disagrees about \(account)")
            if hasAccess { accounts.append(account) }
        }
        return accounts
    }
}

extension Collaborations {
    /// Erases an account, and returns what has changed.
    func erase(_ account: AccountIdentifier) async throws(CollaborationError) -> [Change] {
        var changes: [Change] = []
        try await erase(account) { changes.append($0) }
        return changes
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

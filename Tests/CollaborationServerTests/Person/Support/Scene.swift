import CollaborationCore
import CollaborationCrypto
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization
import Testing

@testable import CollaborationServer

/// The collaboration "doc-42" of the owner "alice", on a server whose store shows its index.
///
/// ``act(_:at:)`` checks what holds after every act: a refusal leaves no trace, and the change that is returned, the list of
/// each account and the keys of the index agree with what is stored.
struct Scene {
    /// Accounts whose access is asked for after every act, whether a record names them or not.
    static let accounts: Set<AccountIdentifier> = ["alice", "account-a", "account-b", "carol"]

    /// The person whose device proves, as whatever account.
    static let person = SimulatedPerson("Bob")
    static let invitation = person.invitation(to: "doc-42")
    static let second = person.invitation(to: "doc-42", number: 1)
    static let identity = invitation.identity

    /// A proof of the identity, for a scene whose server does not verify what was signed.
    private static let proof = Result { try person.devices[0].signedProof(signing: Data(), for: invitation) }
    private static let key = ChallengeKey()

    let server: Collaborations
    let document: Collaboration
    private let verifies: Bool
    private let base: InMemoryCollaborationStore
    private let keys: SharedValue<Set<AccountIdentifier>>

    /// Makes a scene in which nothing has happened, or another node of one.
    ///
    /// - Parameters:
    ///   - policy: What happens to an identity of two accounts.
    ///   - verifies: Whether signatures are verified, which takes most of the time.
    ///   - node: A scene on whose store this one is.
    ///   - step: Is called before each operation of the store.
    init(
        policy: PairingPolicy = .refuse,
        verifies: Bool = false,
        sharing node: Scene? = nil,
        before step: @escaping @Sendable () async -> Void = {}
    ) throws {
        (base, keys) = (node?.base ?? InMemoryCollaborationStore(), node?.keys ?? SharedValue([]))
        self.verifies = verifies
        var store = FaultyStore(base, before: { _ in await step() })
        store.swap = { [keys] base, call in
            await step()
            guard try await base.swap(call) else { return false }
            keys.value.withLock { $0 = $0.subtracting(call.accounts.removed).union(call.accounts.added) }
            return true
        }
        let options = [CollaborationOption.option("write"), .option("read"), .option("anyone")]
        let offered = try CollaborationShareOptions(optionsGroups: [.init(identifier: "permission", options: options)])
        let verifier = verifies ? SignatureVerifier.standard : SignatureVerifier { _, _, _ in true }
        let configuration = try Collaborations.Configuration(pairingPolicy: policy, signatureVerifier: verifier)
        server = Collaborations(store: store, key: Scene.key, offering: offered, configuration: configuration)
        document = server["doc-42"]
    }

    /// The scene after "alice" has selected an option for everybody and added identities.
    static func started(
        policy: PairingPolicy = .refuse,
        verifies: Bool = false,
        adding identities: [Person.Identity] = []
    ) async throws -> Scene {
        let scene = try Scene(policy: policy, verifies: verifies)
        try await scene.document.start(StartRequest(selectedOptions: ["write"]), as: "alice")
        try await scene.update(adding: identities)
        return scene
    }
}

// MARK: - Acts

extension Scene {
    /// Does the act of a column of the tables.
    @discardableResult
    func perform(
        _ act: String,
        on account: AccountIdentifier,
        by actor: Collaboration.Actor = .server,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> Change? {
        switch act {
        case "start": return try await document.start(StartRequest(selectedOptions: ["read"]), as: account)
        case "added": return try await update(adding: [Scene.identity], by: actor)
        case "removed by an update": return try await update(removing: [Scene.identity], by: actor)
        case "proof": return try await prove(as: account)
        case "guest": return try await document.admit(guest: account, by: actor)
        case "select": return try await document.select(["anyone"], for: account, by: actor)
        case "leave": return try await document.leave(as: account)
        case "remove": return try await document.remove(account, by: actor)
        case "readmit": return try await document.readmit(account, by: actor)
        case "transfer": return try await document.transfer(to: account, by: actor)
        case "end": return try await document.end(by: actor)
        case "forget": return try await document.forget()
        default:
            try await erase(account, at: location)
            return nil
        }
    }

    /// What the log says of an act that changes something, and removes the person's identity or not.
    static func events(of act: String, on account: AccountIdentifier, removesIdentity: Bool) -> [Change.Event] {
        let removal: [Change.Event] = removesIdentity ? [.identityRemoved(identity)] : []
        return switch act {
        case "added": [.invited(identity)]
        case "proof": [.admitted(account, identity)]
        case "guest": [.guestAdmitted(account)]
        case "select": [.selectedFor(account, ["anyone"])]
        case "leave": [.left(account)]
        case "remove": removal + [.accountRemoved(account)]
        case "readmit": [.readmitted(account)]
        case "transfer": [.transferred(from: "alice", to: account)]
        case "end": [.ended] + removal
        default: removal
        }
    }

    @discardableResult
    func update(
        adding added: [Person.Identity] = [],
        removing removed: [Person.Identity] = [],
        by actor: Collaboration.Actor = .server
    ) async throws(CollaborationError) -> Change {
        try await document.apply(ParticipantsUpdate(addedIdentities: added, removedIdentities: removed), by: actor)
    }

    /// Answers a new challenge by the person's device.
    func answer(
        as account: AccountIdentifier,
        for invitation: SimulatedInvitation = Scene.invitation
    ) throws -> IdentityProofAnswer {
        let challenge = try document.challenge(as: account)
        guard !verifies, invitation.identity == Scene.identity else {
            return try Scene.person.devices[0].answer(challenge, for: invitation)
        }
        return IdentityProofAnswer(challenge: challenge.bytes, proof: try Scene.proof.get())
    }

    @discardableResult
    func prove(
        as account: AccountIdentifier,
        for invitation: SimulatedInvitation = Scene.invitation
    ) async throws -> Change {
        try await document.admit(answer(as: account, for: invitation), as: account)
    }

    /// Erases an account, and expects that its name is stored nowhere and that the change tells who loses access.
    func erase(_ account: AccountIdentifier, at location: SourceLocation = #_sourceLocation) async throws {
        let before = try await snapshot(at: location)
        let changes = try await server.erase(account)
        let after = try await snapshot(at: location)
        let lost = Set(before.accesses.keys).subtracting(after.accesses.keys)
        #expect(changes.flatMap(\.lost) == Array(lost), sourceLocation: location)
        let isSame = before.record == after.record
        #expect(changes.map(\.events.last) == (isSame ? [] : [.erased(account)]), sourceLocation: location)
        let stored = await base.record(of: "doc-42")?.bytes ?? []
        #expect(!stored.contains(Array(account.rawValue.utf8)), "the record names it", sourceLocation: location)
        let keys = keys.value.withLock { $0 }
        #expect(keys.isDisjoint(with: [account, hiddenKey(account)]), sourceLocation: location)
    }

    /// Does something, checks what holds after every act, and returns the change or the reason of the refusal.
    @discardableResult
    func act(
        at location: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Change?
    ) async throws -> (change: Change?, refusal: String?) {
        let before = try await snapshot(at: location)
        do {
            let change = try await body()
            let after = try await snapshot(at: location)
            if let change {
                let (had, have) = (Set(before.accesses.keys), Set(after.accesses.keys))
                #expect(change.gained == have.subtracting(had), sourceLocation: location)
                #expect(change.lost == had.subtracting(have), sourceLocation: location)
                let kept = had.intersection(have)
                let changed = kept.filter { before.accesses[$0] != after.accesses[$0] }
                #expect(change.changed == changed, sourceLocation: location)
                let isSame = before.record.withoutUses == after.record.withoutUses
                #expect(change.isEmpty == isSame, sourceLocation: location)
                #expect(Set(change.events).count == change.events.count, sourceLocation: location)
            }
            return (change, nil)
        } catch CollaborationError.refused(let refusal) {
            let after = try await snapshot(at: location)
            #expect(before.version == after.version, "a refusal leaves a trace", sourceLocation: location)
            return (nil, "\(refusal)")
        }
    }
}

// MARK: - What there is

extension Scene {
    struct Snapshot {
        let version: RecordVersion?
        let record: CollaborationRecord
        let accesses: [AccountIdentifier: Access]
    }

    /// What is stored, after a check that the index agrees with it.
    func snapshot(at location: SourceLocation = #_sourceLocation) async throws -> Snapshot {
        let stored = await base.record(of: "doc-42")
        let record = try stored.map { try CollaborationRecord(storedForm: $0.bytes, of: "doc-42") }
        let accounts = Scene.accounts.union(record?.names ?? [])
        var accesses: [AccountIdentifier: Access] = [:]
        for account in accounts {
            accesses[account] = try await document.access(of: account)
            let isListed = try await server.list(of: account) == ["doc-42"]
            #expect(isListed == (accesses[account] != nil), "\(account) is listed", sourceLocation: location)
        }
        // Only what is named is in the bytes of the record.
        let named = accounts.filter { (stored?.bytes ?? []).contains(Array($0.rawValue.utf8)) }
        let expected = named.map { accesses[$0] == nil ? hiddenKey($0) : $0 }
        #expect(keys.value.withLock { $0 } == Set(expected), "the index", sourceLocation: location)
        return Snapshot(version: stored?.version, record: record ?? .init(), accesses: accesses)
    }

    /// The key under which the index has an account that a record only names.
    private func hiddenKey(_ account: AccountIdentifier) -> AccountIdentifier {
        AccountIdentifier("\u{FFFF}\(SHA256.hash(data: Array(account.rawValue.utf8)))")
    }

    /// What an account is, in the words of the tables.
    func standing(of account: AccountIdentifier) async throws -> String {
        let record = try await snapshot().record
        if record.removedAccounts[account] != nil { return "removed" }
        guard let people = try await document.people() else { return "nobody" }
        if people.owner == account { return "owner" }
        switch (people.participants[account] != nil, people.guests.contains(account)) {
        case (true, true): return "guest too"
        case (true, false): return "participant"
        case (false, true): return "guest"
        case (false, false): return record.entries.contains { $0.status.isLeft(by: account) } ? "left" : "nobody"
        }
    }

    /// What is known about the person's identity, in the words of the tables; accounts are "a" and "b" there.
    func identity() async throws -> String {
        let entry = try await snapshot().record.entries.first { $0.identity == Scene.invitation.identity }
        switch entry?.status {
        case nil: return "unknown"
        case .removed: return "removed"
        case .known(let holders, let isHeld):
            let names = holders.map { String($0.rawValue.suffix(1)) }
            guard let last = names.last else { return "unproven" }
            let former = names.dropLast().map { ", had by \($0)" }.joined()
            return (isHeld ? "held by \(last)" : "left by \(last)") + former
        }
    }
}

extension CollaborationRecord {
    /// The record without the challenges that were used.
    var withoutUses: CollaborationRecord {
        var record = self
        record.usedChallenges = UsedChallenges()
        return record
    }
}

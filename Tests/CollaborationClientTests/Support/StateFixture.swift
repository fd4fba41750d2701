import CollaborationCore
import CollaborationModels
import Foundation

@testable import CollaborationClient

let alice = ServerAccount(server: "production", name: "alice")
let eve = ServerAccount(server: "production", name: "eve")

/// Two links of the server.
let link = URL(filePath: "/d/doc-42")
let otherLink = URL(filePath: "/d/doc-43")

/// A state whose time a test sets.
struct StateFixture {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)

    var state = SharingState(limit: 8)
    var date = Self.start

    /// A notice of an edit by Alice, of now.
    var notice: StoredFile.Notice {
        StoredFile.Notice(account: alice, collaboration: "doc-42", kind: .change(.edit), date: date)
    }

    /// A state in one of the three columns of the table.
    init(_ user: SharingState.User, _ files: [StoredFile] = []) {
        _ = take { $0.load(files) }
        switch user {
        case .restoring: break
        case .nobody: take { $0.noAccount() }
        case .account(let account): take { $0.signIn(account) }
        }
    }

    /// Lets something happen, and returns its effects, of which writes and notices may fail.
    @discardableResult
    mutating func take(
        isDiskFull: Bool = false,
        knowsLinks: Bool = false,
        _ event: SharingEngine.Event
    ) -> [SharingState.Effect] {
        var effects: [SharingState.Effect] = []
        state.performer.perform = { effect in
            effects.append(effect)
            if case .write = effect { return !isDiskFull }
            if case .post = effect { return knowsLinks }
            return true
        }
        state.handle(at: date, event)
        return effects
    }

    /// Lets the system know some links.
    mutating func learn(of collaborations: Set<CollaborationIdentifier>) -> [SharingState.Effect] {
        take(knowsLinks: true) { $0.postNotices(of: collaborations) }
    }

    /// Lets an update of `doc-42` arrive.
    @discardableResult
    mutating func update(_ id: UUID, _ update: ParticipantsUpdate, isDiskFull: Bool = false) -> [SharingState.Effect] {
        take(isDiskFull: isDiskFull) { $0.begin(id, .apply(update, to: "doc-42")) }
    }

    /// Answers a removal that is on its way.
    @discardableResult
    mutating func answerRemoval(
        _ id: UUID,
        _ result: Result<SharingResponse, SharingServerError>
    ) -> [SharingState.Effect] {
        take { $0.answer(id, .apply(removal, to: "doc-42"), as: alice, result) }
    }
}

/// Identities with easy root hashes.
func identity(_ number: UInt8) -> Person.Identity {
    guard let identity = try? Person.Identity(rootHash: Data(repeating: number, count: 32)) else {
        preconditionFailure("A root hash has 32 bytes.")
    }
    return identity
}

let bob = identity(1)
let carol = identity(2)

let removal = ParticipantsUpdate(removedIdentities: [bob])
let addition = ParticipantsUpdate(addedIdentities: [carol])
let mixed = ParticipantsUpdate(addedIdentities: [carol], removedIdentities: [bob])

func owner(_ account: ServerAccount) -> StoredFile {
    .owner(.init(account: account, collaboration: "doc-42", date: StateFixture.start))
}

func storedRemoval(
    of account: ServerAccount?,
    id: UUID = UUID(),
    refusal: UndeliveredRemoval.Refusal? = nil
) -> UndeliveredRemoval {
    .init(
        id: id,
        collaboration: "doc-42",
        identities: [bob],
        date: StateFixture.start,
        account: account,
        refusal: refusal
    )
}

extension SharingState.Effect {
    /// The removal that the effect stores.
    var writtenRemoval: UndeliveredRemoval? {
        guard case .write(.removal(let removal)) = self else { return nil }
        return removal
    }

    /// The account that the effect sends something as.
    var sender: ServerAccount? {
        guard case .send(_, _, let account) = self else { return nil }
        return account
    }
}

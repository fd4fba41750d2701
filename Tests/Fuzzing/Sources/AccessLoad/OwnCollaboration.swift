import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// What one task alone changes, so that each answer of the server is known beforehand.
///
/// That is a collaboration of its own, or people and accounts of its own in one that many tasks share: there an
/// update that is lost is one that the next answer shows.
struct OwnCollaboration: Sendable {
    private let people: [SimulatedPerson]
    private let identities: [DerivedIdentity]
    private let accounts: [AccountIdentifier]
    private var generator: SeededGenerator

    /// The known identities, each with its account if it was paired.
    private var model: [Person.Identity: AccountIdentifier?] = [:]

    /// An attempt of a former round that was not made.
    private var late: Attempt?

    private let collaboration: CollaborationIdentifier
    private let isShared: Bool

    init(number: Int, isShared: Bool, seed: UInt64) throws {
        let collaboration = CollaborationIdentifier(isShared ? "shared" : "own-\(number)")
        self.collaboration = collaboration
        self.isShared = isShared
        people = (0..<3).map { SimulatedPerson("Person \($0)", seed: "\(seed) \(number)") }
        identities = try people.map { try $0.identity(in: collaboration) }
        accounts = (0..<3).map { AccountIdentifier("account-\(number)-\($0)") }
        generator = SeededGenerator("load", String(seed), String(number))
    }

    /// Does one thing and compares what comes of it with the model.
    mutating func step(on server: Server, figures: inout Figures) async throws {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1: try await add(on: server)
        case 2: try await remove(some(), on: server)
        case 3: try await end(on: server)
        case 4..<8: try await admit(on: server, figures: &figures)
        case 8: try await misuse(on: server, figures: &figures)
        case 9: try await comeLate(on: server, figures: &figures)
        default: try await look(on: server)
        }
        figures.count("calls on own collaborations")
    }

    /// Compares all that the server holds with the model.
    func look(on server: Server) async throws {
        for account in accounts {
            let expected = Set(model.filter { $0.value == account }.keys)
            let access = try await server.access.access(of: account, to: collaboration)
            try Violation.unless(access?.identities ?? [], is: expected, "the identities of \(account)")
            try Violation.unless(access == nil, is: expected.isEmpty, "whether \(account) has no access")
        }
        let found = try await server.access.accounts(in: collaboration).intersection(accounts)
        try Violation.unless(found, is: paired, "the accounts in \(collaboration)")
    }

    private var paired: Set<AccountIdentifier> { Set(model.values.compactMap(\.self)) }

    private mutating func some() -> [Person.Identity] {
        identities.map(\.identity).filter { _ in Bool.random(using: &generator) }
    }

    private mutating func add(on server: Server) async throws {
        let added = some()
        try await server.access.addParticipants(added, to: collaboration)
        for identity in added where model[identity] == nil { model.updateValue(nil, forKey: identity) }
    }

    private mutating func remove(_ removed: [Person.Identity], on server: Server) async throws {
        let before = paired
        for identity in removed { model.removeValue(forKey: identity) }
        let revoked = try await server.access.removeParticipants(removed, from: collaboration)
        try Violation.unless(
            revoked,
            is: before.subtracting(paired),
            "the accounts revoked in \(collaboration)"
        )
    }

    /// Ends the collaboration, or one's own part in a shared one.
    mutating func end(on server: Server) async throws {
        guard !isShared else { return try await remove(identities.map(\.identity), on: server) }
        let before = paired
        model = [:]
        let revoked = try await server.access.end(collaboration)
        try Violation.unless(revoked, is: before, "the accounts revoked at the end of \(collaboration)")
    }

    private mutating func attempt(on server: Server) throws -> (Attempt, Person.Identity) {
        let number = Int.random(in: 0..<people.count, using: &generator)
        let account = accounts[Int.random(in: 0..<accounts.count, using: &generator)]
        let attempt = try server.attempt(by: people[number], as: account, for: identities[number])
        return (attempt, identities[number].identity)
    }

    /// Presents a good proof, and once more.
    private mutating func admit(on server: Server, figures: inout Figures) async throws {
        let (attempt, identity) = try attempt(on: server)
        let outcome = try await server.admit(attempt)
        figures.count(outcome)
        switch model[identity] {
        case nil: try Violation.unless(outcome.refusal, is: .unknownIdentity, "the outcome for a stranger")
        case let account?? where account != attempt.account:
            try Violation.unless(outcome.refusal, is: .identityOfAnotherAccount, "the outcome for another's")
        default:
            try Violation.unless(outcome.refusal, is: nil, "the outcome for a participant")
            model.updateValue(attempt.account, forKey: identity)
        }
        let replay = try await server.admit(attempt)
        figures.count(replay)
        try Violation.unless(replay.refusal, is: .challengeAlreadyUsed, "the outcome of a replay")
    }

    /// Presents a proof with one thing wrong.
    private mutating func misuse(on server: Server, figures: inout Figures) async throws {
        var (attempt, _) = try attempt(on: server)
        let expected: AccessRefusal
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            attempt.account = "another"
            expected = .challengeForAnotherAccount
        case 1:
            attempt.collaboration = "another"
            expected = .challengeForAnotherCollaboration
        case 2:
            attempt.challenge[attempt.challenge.count - 1] ^= 1
            expected = .forgedChallenge
        default:
            attempt.challenge = server.access.challenge(for: collaboration, account: attempt.account)
            expected = .invalidProof(.signatureMismatch)
        }
        let outcome = try await server.admit(attempt)
        figures.count(outcome)
        try Violation.unless(outcome.refusal, is: expected, "the outcome of a misuse")
    }

    /// Presents what was kept from a former round, by which all challenges have expired, and keeps something new.
    private mutating func comeLate(on server: Server, figures: inout Figures) async throws {
        let (attempt, _) = try attempt(on: server)
        if let late, late.challenge != attempt.challenge, isExpired {
            let outcome = try await server.admit(late)
            figures.count(outcome)
            try Violation.unless(outcome.refusal, is: .expiredChallenge, "the outcome of a late answer")
        }
        late = attempt
        isExpired = false
    }

    private var isExpired = false

    /// Takes note that the clock has jumped.
    mutating func challengesHaveExpired() { isExpired = true }
}

extension Result where Success == Admission, Failure == AccessRefusal {
    var refusal: AccessRefusal? {
        switch self {
        case .success: nil
        case .failure(let refusal): refusal
        }
    }
}

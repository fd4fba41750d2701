import CollaborationCore
import CollaborationTesting
import Foundation

/// A collaboration that Alice has started, in which one rule is played.
struct Scene: Sendable {
    /// What somebody does, and whether it must succeed.
    enum Step {
        case update(add: [Invitee] = [], remove: [Invitee] = [])
        case admit(Invitee)
        case refuse(Invitee)
        case reads(Account)
        case readsNot(Account)
    }

    let session: Session
    let document: String

    init(_ session: Session, document: String) { (self.session, self.document) = (session, document) }

    init(_ session: Session) async throws { self.init(session, document: try await session.start()) }

    func play(_ steps: [Step]) async throws {
        for (number, step) in steps.enumerated() {
            let what = "step \(number + 1), \(step)"
            switch step {
            case .update(let add, let remove):
                let update = try updateText(add: add.map(rootHash), remove: remove.map(rootHash))
                try await expect(.success, self.update(update), what)
            case .admit(let person):
                try await expect(.success, prove(proof(of: person), as: person.account), what)
            case .refuse(let person):
                try await expect(.refusal, prove(proof(of: person), as: person.account), what)
            case .reads(let account): try await expect(.success, read(account), what)
            case .readsNot(let account): try await expect(.refusal, read(account), what)
            }
        }
    }

    func play(_ steps: Step...) async throws { try await play(steps) }

    func expect(_ expected: Expected, _ call: Call, _ what: String) async throws {
        try await session.expect(expected, call, what)
    }

    func read(_ account: Account?) -> Call { Call(route: .read, document: document, account: account) }

    func prove(_ proof: ProofText, as account: Account = .bob) -> Call { prove(proof.json, as: account) }

    func prove(_ proof: String, as account: Account = .bob) -> Call {
        Call(route: .proof, document: document, account: account, body: proof)
    }

    func update(_ update: String, as account: Account = .alice) -> Call {
        Call(route: .participants, document: document, account: account, body: update)
    }

    /// Asks for a challenge.
    func challenge(_ account: Account = .bob) async throws -> Data {
        let call = Call(route: .challenge, document: document, account: account)
        let answer = try await session.expect(.success, call, "\(account) asks for a challenge")
        guard let message = try? ChallengeMessage(json: answer.body) else {
            throw Failure("\(account) asks for a challenge", #"{"challenge":"..."}"#, answer)
        }
        return message.challenge
    }

    /// Has a device of a person sign a challenge, or else a new one.
    func proof(of person: Invitee = .bob, signing challenge: Data? = nil, device: Int = 0) async throws
        -> ProofText
    {
        let bytes: Data
        if let challenge { bytes = challenge } else { bytes = try await self.challenge(person.account) }
        return try session.people.proof(of: person, in: document, signing: bytes, device: device)
    }

    /// The root hash of a person in base64.
    func rootHash(_ person: Invitee) throws -> String {
        try session.people.identity(of: person, in: document).identity.rootHash.base64EncodedString()
    }

    /// Writes an update, of whatever root hashes.
    func updateText(add: [String] = [], remove: [String] = []) -> String {
        let lists = [add, remove].map { $0.map { #"{"rootHash":"\#($0)"}"# }.joined(separator: ",") }
        return """
            {"collaborationIdentifier":"\(document)","addedIdentities":[\(lists[0])],"removedIdentities":[\(lists[1])]}
            """
    }
}

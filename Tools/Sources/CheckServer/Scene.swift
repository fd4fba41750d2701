import CollaborationCore
import Foundation
import ToolSupport

/// A collaboration that Alice has started, in which one rule is played.
struct Scene: Sendable {
    /// What somebody does, and whether it must succeed.
    enum Step: CustomStringConvertible {
        case update(add: [Invitee] = [], remove: [Invitee] = [])
        case admit(Invitee)
        case refuse(Invitee)
        case does(Account, Route, Account? = nil)
        case mayNot(Account, Route, Account? = nil)

        static func reads(_ account: Account) -> Step { .does(account, .read) }

        static func readsNot(_ account: Account) -> Step { .mayNot(account, .read) }

        var description: String {
            switch self {
            case .update(let add, let remove): "alice adds \(add) and removes \(remove)"
            case .admit(let person), .refuse(let person): "a proof of \(person)"
            case .does(let account, let route, let target), .mayNot(let account, let route, let target):
                "\(account) asks for --\(route.rawValue)" + (target.map { ", for \($0)" } ?? "")
            }
        }
    }

    let session: Session
    let collaboration: String

    init(_ session: Session, collaboration: String) { (self.session, self.collaboration) = (session, collaboration) }

    init(_ session: Session, name: String? = nil) async throws {
        self.init(session, collaboration: try await session.start(name: name).collaborationIdentifier.rawValue)
    }

    var settings: Settings { session.settings }

    /// A collaboration that nobody has started.
    var missing: Scene { Scene(session, collaboration: "none-such") }

    func play(_ steps: [Step]) async throws {
        for (number, step) in steps.enumerated() {
            let (expected, call): (Expected, Call) =
                switch step {
                case .update(let add, let remove):
                    (.success, update(add: add.map(rootHash), remove: remove.map(rootHash)))
                case .admit(let person): (.success, try await prove(proof(of: person), as: person.account))
                case .refuse(let person): (.refusal, try await prove(proof(of: person), as: person.account))
                case .does(let account, let route, let target): (.success, self.call(route, account, target: target))
                case .mayNot(let account, let route, let target): (.refusal, self.call(route, account, target: target))
                }
            try await expect(expected, call, "step \(number + 1), \(step)")
        }
    }

    func play(_ steps: Step...) async throws { try await play(steps) }

    @discardableResult
    func expect(_ expected: Expected, _ call: Call, _ what: String) async throws -> Answer {
        try await session.expect(expected, call, what)
    }

    func call(_ route: Route, _ account: Account?, _ body: String? = nil, target: Account? = nil) -> Call {
        let body = body.map { Data($0.utf8) }
        return Call(route: route, collaboration: collaboration, account: account, body: body, target: target)
    }

    func read(_ account: Account?) -> Call { call(.read, account) }

    /// What an account may do, as the server says, who names nobody else.
    func access(_ account: Account) async throws -> (isOwner: Bool, permitted: [String]) {
        let answer = try await expect(.message, read(account), "\(account) reads")
        // The message is strict about types, and JSON tells the order.
        guard let isOwner = (try? AccessAnswer(json: answer.body))?.isOwner,
            let permitted = answer.object?["permittedOptions"] as? [String]
        else { throw Failure("\(account) reads", #"{"isOwner":...,"permittedOptions":[...]}"#, answer) }
        // Of many answers one has a header that looks like a name, such as a random identifier of a request.
        let text = String(decoding: answer.body, as: UTF8.self)
        for other in Account.allCases where other != account {
            try require(!text.contains("\(other)"), "\(account) reads", "nobody else in the answer", text)
        }
        return (isOwner, permitted)
    }

    func startAgain(_ account: Account, _ options: [String]? = nil, with members: String = "") -> Call {
        let member = session.namesCollaborations ? "" : "\"collaborationIdentifier\":\(collaboration.quoted),"
        let body = Data("{\(members)\(member)\(session.startText(options).dropFirst())".utf8)
        return session.startCall(by: account, name: collaboration).with(\.body, body)
    }

    func prove(_ proof: ProofText, as account: Account = .bob) -> Call { call(.proof, account, proof.json) }

    func update(_ text: String, as account: Account = .alice) -> Call { call(.participants, account, text) }

    func update(add: [String] = [], remove: [String] = [], as account: Account = .alice) -> Call {
        update(updateText(add: add, remove: remove), as: account)
    }

    func challenge(_ account: Account = .bob, token: String? = nil) async throws -> Data {
        let call = call(.challenge, account).with(\.token, token)
        let answer = try await expect(.success, call, "\(account) asks for a challenge")
        guard let message = try? ChallengeMessage(json: answer.body) else {
            throw Failure("\(account) asks for a challenge", #"{"challenge":"..."}"#, answer)
        }
        return message.bytes
    }

    /// Has a device of a person sign a challenge, or else a new one.
    func proof(of person: Invitee = .bob, signing challenge: Data? = nil, device: Int = 0) async throws -> ProofText {
        let bytes: Data
        if let challenge { bytes = challenge } else { bytes = try await self.challenge(person.account) }
        return session.people.devices(of: person, in: collaboration)[device].signed(bytes)
    }

    /// The root hash of a person in base64.
    func rootHash(_ person: Invitee) -> String {
        session.people.devices(of: person, in: collaboration)[0].root.base64EncodedString()
    }

    /// Writes an update, of whatever root hashes.
    func updateText(add: [String] = [], remove: [String] = []) -> String {
        let lists = [add, remove].map { $0.map { #"{"rootHash":"\#($0)"}"# }.joined(separator: ",") }
        return #"{"addedIdentities":[\#(lists[0])],"removedIdentities":[\#(lists[1])]}"#
    }

    /// Invites the root of a proof, or another one, and sends the proof as Bob.
    func expect(_ expected: Expected, _ proof: MadeProof, invited root: Data? = nil, _ what: String) async throws {
        try await invite(root ?? proof.root)
        try await expect(expected, prove(proof.signed(challenge())), what)
    }

    func invite(_ root: Data) async throws {
        try await expect(.success, update(add: [root.base64EncodedString()]), "alice invites a root hash")
    }

    /// Invites Bob, expects that variations of his proof are refused, each over a challenge of its own, and that the proof
    /// itself is accepted.
    func refuse(_ variations: (ProofText) async throws -> [(String, ProofText)]) async throws {
        try await play(.update(add: [.bob]))
        for index in try await variations(proof()).indices {
            let (what, proof) = try await variations(proof())[index]
            try await expect(.refusal, prove(proof), what)
        }
        try await play(.readsNot(.bob), .admit(.bob))
    }

    /// Expects an account to be answered the identities of another one.
    func expectIdentities(_ expected: [Invitee], _ account: Account, _ target: Account) async throws {
        let what = "\(account) asks for the identities of \(target)"
        let answer = try await expect(.message, call(.identities, account, target: target), what)
        let list = (answer.object?["identities"] as? [[String: Any]])?.map { $0["rootHash"] as? String ?? "" }
        let roots = expected.map(rootHash)
        let isMessage = (try? IdentitiesAnswer(json: answer.body)) != nil
        try require(isMessage && list?.sorted() == roots.sorted(), what, "the root hashes \(roots)", answer)
    }

    /// Sends requests at once, and returns the answers in the order of the requests.
    func sendAtOnce(_ calls: [Call]) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            for (number, call) in calls.enumerated() {
                group.addTask { (number, try await session.send(call, "at once")) }
            }
            let answers = try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            return calls.indices.compactMap { answers[$0] }
        }
    }
}

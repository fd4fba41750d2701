/// A rule that a server has to keep.
struct Rule: Sendable {
    /// The rule as a sentence.
    let sentence: String

    /// Plays what shows whether the server keeps it, in a collaboration of its own.
    let check: @Sendable (Scene) async throws -> Void

    init(_ sentence: String, check: @escaping @Sendable (Scene) async throws -> Void) {
        self.sentence = sentence
        self.check = check
    }

    /// A rule that a few steps show.
    init(_ sentence: String, _ steps: [Scene.Step]) {
        self.init(sentence) { try await $0.play(steps) }
    }

    /// All rules.
    ///
    /// Those about answers come last, since they look at the answers of the others.
    static let all: [Rule] = access + challenges + updates + proofs + messages + atOnce + answers
}

/// The server broke a rule.
struct Failure: Error, Encodable, CustomStringConvertible {
    let sent: String
    let expected: String
    let came: String

    init(_ sent: String, _ expected: String, _ came: Any) {
        (self.sent, self.expected, self.came) = (sent, expected, "\(came)")
    }

    var description: String { "\(sent): expected \(expected), came \(came)" }
}

/// The run did not show whether the server keeps a rule.
struct NotSeen: Error {
    let reason: String
}

/// The status that an answer must have.
enum Expected: String {
    case success = "status 200, 201 or 204"
    case malformed = "status 400"
    case unauthorized = "status 401"
    case refusal = "status 403"
    case tooLarge = "status 413 or 400"

    func accepts(_ answer: Answer) -> Bool { rawValue.contains("\(answer.status)") }
}

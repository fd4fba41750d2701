/// A rule that a server has to keep.
struct Rule: Sendable {
    /// The rule as a sentence.
    let sentence: String

    /// Whether the rule is that somebody is admitted or served.
    ///
    /// A rule that somebody is refused is not seen where the admission beside it fails: a server that refuses
    /// everything keeps no rule.
    let admits: Bool

    /// Plays what shows whether the server keeps it, in a collaboration of its own.
    let check: @Sendable (Scene) async throws -> Void

    init(_ sentence: String, admits: Bool = false, check: @escaping @Sendable (Scene) async throws -> Void) {
        self.sentence = sentence
        self.admits = admits
        self.check = check
    }

    /// A rule that a few steps show.
    init(_ sentence: String, admits: Bool = false, _ steps: [Scene.Step]) {
        self.init(sentence, admits: admits) { try await $0.play(steps) }
    }

    /// The rules that are checked several at once.
    static let independent: [Rule] =
        admissions + paths + starting + access + challenges + updates + keys + signatures + trees + messages
        + grammar + identifiers + life + http + atOnce

    /// All rules.
    ///
    /// Those about answers come last, one after the other, since they look at the answers of the others.
    static let all: [Rule] = independent + answers
}

/// The server broke a rule.
struct Failure: Error, Encodable, CustomStringConvertible {
    let sent: String
    let expected: String
    let came: String

    /// Whether the server refused what it should have carried out.
    let isOfSuccess: Bool

    init(_ sent: String, _ expected: String, _ came: Any, isOfSuccess: Bool = false) {
        (self.sent, self.expected, self.came) = (sent, expected, "\(came)")
        self.isOfSuccess = isOfSuccess
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

    /// Any one that is no success: the documents leave open which.
    case noSuccess = "a status of 400 or above"

    func accepts(_ answer: Answer) -> Bool {
        self == .noSuccess ? answer.status >= 400 : rawValue.contains("\(answer.status)")
    }
}

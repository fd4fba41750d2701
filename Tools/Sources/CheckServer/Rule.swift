struct Rule: Sendable {
    /// What names the rule in reports for ever: a topic, a dot, and a word or two.
    let id: String

    let sentence: String

    /// Plays what shows whether the server keeps it, in a collaboration of its own.
    let check: @Sendable (Scene) async throws -> Void

    init(_ id: String, _ sentence: String, check: @escaping @Sendable (Scene) async throws -> Void) {
        (self.id, self.sentence, self.check) = (id, sentence, check)
    }

    /// A rule that a few steps show.
    init(_ id: String, _ sentence: String, check steps: @escaping @Sendable () -> [Scene.Step]) {
        self.init(id, sentence) { try await $0.play(steps()) }
    }

    /// The part of the documents that the rule follows from.
    var section: String {
        // The longest name counts: a list has a section of its own.
        Self.sections.filter { id.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value ?? ""
    }

    func matches(_ text: String) -> Bool { id.hasPrefix(text) || sentence.contains(text) }

    private static let sections = [
        "access": "IdentityProofs.md#73-checklist", "admission": "IdentityProofs.md#72-participants",
        "answer": "WireFormat.md#responses", "challenge": "IdentityProofs.md#71-challenges",
        "grammar": "IdentityProofs.md#81-the-text", "http": "WireFormat.md#responses",
        "identity": "IdentityProofs.md#72-participants", "identity.list": "WireFormat.md#identitiesanswer",
        "key": "IdentityProofs.md#41-publickey", "life": "WireFormat.md#accessanswer",
        "life.list": "WireFormat.md#list", "life.selection": "WireFormat.md#startrequest-and-startresponse",
        "message": "IdentityProofs.md#82-the-members", "message.atomic": "IdentityProofs.md#73-checklist",
        "message.limit": "WireFormat.md#participantsupdate", "message.root": "WireFormat.md#participantsupdate",
        "message.duplicate": "IdentityProofs.md#81-the-text", "message.object": "IdentityProofs.md#81-the-text",
        "name": "WireFormat.md#responses", "once": "IdentityProofs.md#73-checklist",
        "path": "IdentityProofs.md#43-inclusionhashes", "path.index": "IdentityProofs.md#42-publickeyindex",
        "signature": "IdentityProofs.md#44-signaturedata",
        "start": "WireFormat.md#startrequest-and-startresponse", "tree": "IdentityProofs.md#3-the-tree",
        "update": "WireFormat.md#participantsupdate", "update.life": "WireFormat.md#limits",
        "who": "WireFormat.md#responses",
    ]

    /// The rules that are checked several at once.
    static let independent: [Rule] =
        [walk] + admissions + starting + life + access + challenges + updates + trees + signatures + messages
        + names + http + atOnce

    /// All rules.
    ///
    /// Those about answers come last, one after the other, since they look at the answers of the others.
    static let all: [Rule] = independent + answers
}

/// The server broke a rule, or refused an honest step.
struct Failure: Error, Encodable, CustomStringConvertible {
    let sent: String
    let expected: String
    let came: String

    init(_ sent: String, _ expected: String, _ came: Any) {
        (self.sent, self.expected, self.came) = (sent, expected, "\(came)")
    }

    var description: String { "\(sent): expected \(expected), came \(came)" }
}

/// Throws a failure unless something is so.
func require(
    _ isSo: Bool,
    _ sent: @autoclosure () -> String,
    _ expected: @autoclosure () -> String,
    _ came: @autoclosure () -> Any
) throws(Failure) {
    if !isSo { throw Failure(sent(), expected(), came()) }
}

/// The run did not show whether the server keeps a rule.
struct NotSeen: Error, CustomStringConvertible {
    let description: String

    /// Whether the options of the run allow to see it.
    let isAllowed: Bool

    init(_ description: String, isAllowed: Bool = true) {
        (self.description, self.isAllowed) = (description, isAllowed)
    }
}

enum Expected: String {
    case success = "status 200, 201 or 204"
    case done = "status 204"
    case message = "status 200"
    case created = "status 201"
    case malformed = "status 400"
    case unauthorized = "status 401"
    case refusal = "status 403"
    case noRoute = "status 404 or 405"
    case tooLarge = "status 413"

    /// Any one that is no success: the documents leave open which.
    case noSuccess = "a status of 400 or above"

    func accepts(_ answer: Answer) -> Bool {
        self == .noSuccess ? answer.status >= 400 : rawValue.contains("\(answer.status)")
    }
}

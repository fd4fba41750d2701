import Foundation

/// What a run saw, rule by rule.
struct Report: Encodable {
    enum Verdict: String, Encodable {
        case passed
        case failed
        case notSeen = "not seen"
    }

    struct Entry: Encodable {
        let rule: String
        var verdict = Verdict.passed
        var reason: String?
        var sent: String?
        var expected: String?
        var came: String?
    }

    let server: String
    private(set) var rules: [Entry] = []
    private let cannotSee = [
        "whether keys and random bytes are secret and unpredictable, and whether clocks are right",
        "whether what was acknowledged survives a crash, and whether several servers agree",
        "what is stored and logged: no proof, no signature and no token, and each refusal with its reason",
        "who may invite besides the creator, and whether a second account may prove an identity",
        "how accounts are authenticated, rates are limited and TLS ends",
        "whether the time of an answer tells a secret",
    ]

    /// Checks the rules, one after the other.
    init(session: Session) async {
        server = session.settings.server
        let only = session.settings.only
        for rule in Rule.all where only.isEmpty || only.contains(where: rule.sentence.contains) {
            var entry = Entry(rule: rule.sentence)
            do {
                try await rule.check(Scene(session))
            } catch let notSeen as NotSeen {
                (entry.verdict, entry.reason) = (.notSeen, notSeen.reason)
            } catch {
                let failure = error as? Failure
                (entry.sent, entry.expected, entry.came) = (failure?.sent, failure?.expected, failure?.came)
                (entry.verdict, entry.reason) = (.failed, failure == nil ? "\(error)" : nil)
            }
            rules.append(entry)
        }
    }

    func count(_ verdict: Verdict) -> Int { rules.count { $0.verdict == verdict } }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    var text: String {
        var lines: [String] = []
        for rule in rules {
            lines.append(rule.verdict.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0) + rule.rule)
            let details = [
                "": rule.reason, "sent ": rule.sent, "expected ": rule.expected, "came ": rule.came,
            ]
            for name in ["", "sent ", "expected ", "came "] {
                if let detail = details[name] ?? nil { lines.append("          \(name)\(detail)") }
            }
        }
        let counts = [Verdict.passed, .failed, .notSeen].map { "\(count($0)) \($0.rawValue)" }
        lines.append("\n\(server): \(counts.joined(separator: ", ")).\n\nWhat cannot be seen from outside:")
        return (lines + cannotSee.map { "- \($0)" }).joined(separator: "\n")
    }
}

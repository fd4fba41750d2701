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
        var failure: Failure?
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
            } catch let failure as Failure {
                (entry.verdict, entry.failure) = (.failed, failure)
            } catch {
                (entry.verdict, entry.reason) = (.failed, "\(error)")
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
            if let reason = rule.reason { lines.append("          \(reason)") }
            guard let failure = rule.failure else { continue }
            for (name, text) in [
                ("sent", failure.sent), ("expected", failure.expected), ("came", failure.came),
            ] {
                lines.append("          \(name) \(text)")
            }
        }
        let counts = [Verdict.passed, .failed, .notSeen].map { "\(count($0)) \($0.rawValue)" }
        lines.append("\n\(server): \(counts.joined(separator: ", ")).\n\nWhat cannot be seen from outside:")
        return (lines + cannotSee.map { "- \($0)" }).joined(separator: "\n")
    }
}

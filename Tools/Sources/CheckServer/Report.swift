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
    private let version = Settings.version
    private(set) var rules: [Entry] = []
    private var seconds = 0.0
    private var counts: [String: Int] = [:]
    private let cannotSee = [
        "whether keys and random bytes are secret and unpredictable, and whether clocks are right",
        "whether what was acknowledged survives a crash, and whether several servers agree",
        "what is stored and logged: no proof, no signature and no token, and each refusal with its reason",
        "who may invite besides the owner, and whether a second account may prove an identity",
        "how accounts are authenticated, rates are limited and TLS ends",
        "whether small differences of time tell a secret",
    ]

    /// Checks the rules: six at once, and those about all answers at the end.
    init(session: Session) async {
        server = session.settings.server
        let (only, start) = (session.settings.only, ContinuousClock.now)
        for (group, width) in [(Rule.independent, 6), (Rule.answers, 1)] {
            let chosen = group.filter { rule in only.isEmpty || only.contains(where: rule.sentence.contains) }
            rules += await Self.entries(of: chosen, session, atOnce: width)
        }
        if isatty(STDERR_FILENO) != 0 { CheckServer.show("\r") }
        seconds = (start.duration(to: .now) / .milliseconds(100)).rounded() / 10
        for verdict in [Verdict.passed, .failed, .notSeen] { counts[verdict.rawValue] = count(verdict) }
    }

    private static func entries(of rules: [Rule], _ session: Session, atOnce width: Int) async -> [Entry] {
        await withTaskGroup(of: (Int, Entry).self) { group in
            var entries: [Int: Entry] = [:]
            for (number, rule) in rules.enumerated() {
                if number >= width, let (done, entry) = await group.next() { entries[done] = entry }
                if isatty(STDERR_FILENO) != 0 {
                    let failed = entries.values.count { $0.verdict == .failed }
                    CheckServer.show("\r\(entries.count) of \(rules.count) rules, \(failed) failed")
                }
                group.addTask { (number, await entry(of: rule, session)) }
            }
            for await (done, entry) in group { entries[done] = entry }
            return rules.indices.compactMap { entries[$0] }
        }
    }

    private static func entry(of rule: Rule, _ session: Session) async -> Entry {
        var entry = Entry(rule: rule.sentence)
        do {
            try await rule.check(Scene(session))
        } catch let notSeen as NotSeen {
            (entry.verdict, entry.reason) = (.notSeen, notSeen.reason)
        } catch let failure as Failure where failure.isOfSuccess && !rule.admits {
            entry.verdict = .notSeen
            entry.reason = "What should be carried out was not: \(failure.sent): \(failure.came)"
        } catch let failure as Failure {
            (entry.verdict, entry.failure) = (.failed, failure)
        } catch {
            (entry.verdict, entry.reason) = (.failed, "\(error)")
        }
        return entry
    }

    func count(_ verdict: Verdict) -> Int { rules.count { $0.verdict == verdict } }

    var json: String { get throws { try Self.json(self) } }

    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    var text: String {
        var lines: [String] = []
        for rule in rules {
            lines.append(rule.verdict.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0) + rule.rule)
            if let reason = rule.reason { lines.append("          \(reason)") }
            guard let failure = rule.failure else { continue }
            for (name, text) in [("sent", failure.sent), ("expected", failure.expected), ("came", failure.came)] {
                lines.append("          \(name) \(text)")
            }
        }
        let verdicts = [Verdict.passed, .failed, .notSeen].map { "\(count($0)) \($0.rawValue)" }
        lines.append("\n\(server): \(verdicts.joined(separator: ", ")), in \(seconds) s.")
        return (lines + ["", "What cannot be seen from outside:"] + cannotSee.map { "- \($0)" }).joined(separator: "\n")
    }
}

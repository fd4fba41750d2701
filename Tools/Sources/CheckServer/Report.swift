import Foundation
import ToolSupport

/// What a run saw, rule by rule.
struct Report: Encodable {
    static let version = "2"

    enum Verdict: String, Encodable, CaseIterable {
        case passed
        case failed
        case notSeen = "not seen"

        /// Not seen, since the options do not allow it.
        case notAllowed = "not asked"
    }

    struct Entry: Encodable {
        let id: String
        let rule: String
        let section: String
        var verdict = Verdict.passed
        var reason: String?
        var failure: Failure?

        /// The requests before the one that failed, with it.
        var steps: [String]?
        var seconds = 0.0
    }

    let server: String
    private let version = Self.version
    private(set) var rules: [Entry] = []
    private(set) var seconds = 0.0
    private var counts: [String: Int] = [:]
    let cannotSee = [
        "whether keys and random bytes are secret and unpredictable, and whether clocks are right",
        "whether what was acknowledged survives a crash, and whether several servers agree",
        "what is stored and logged: no proof, no signature and no token, and each refusal with its reason",
        "who may invite besides the owner",
        "how accounts are authenticated, rates are limited and TLS ends",
        "whether small differences of time tell a secret",
    ]

    /// Checks the rules: six at once, and those about all answers at the end.
    init(session: Session) async {
        server = session.settings.address
        let (only, start) = (session.settings.only, ContinuousClock.now)
        for (group, width) in [(Rule.independent, 6), (Rule.answers, 1)] {
            let chosen = group.filter { rule in only.isEmpty || only.contains(where: rule.matches) }
            rules += await Self.entries(of: chosen, session, atOnce: width)
        }
        if isatty(STDERR_FILENO) != 0 { Output.show("\r") }
        seconds = Self.tenths(start.duration(to: .now))
        for verdict in Verdict.allCases { counts[verdict.rawValue] = count(verdict) }
    }

    private static func tenths(_ duration: Duration) -> Double { (duration / .milliseconds(100)).rounded() / 10 }

    private static func entries(of rules: [Rule], _ session: Session, atOnce width: Int) async -> [Entry] {
        await withTaskGroup(of: (Int, Entry).self) { group in
            var entries: [Int: Entry] = [:]
            for (number, rule) in rules.enumerated() {
                if number >= width, let (done, entry) = await group.next() { entries[done] = entry }
                if isatty(STDERR_FILENO) != 0 {
                    let failed = entries.values.count { $0.verdict == .failed }
                    Output.show("\r\(entries.count) of \(rules.count) rules, \(failed) failed")
                }
                group.addTask { (number, await entry(of: rule, session)) }
            }
            for await (done, entry) in group { entries[done] = entry }
            return rules.indices.compactMap { entries[$0] }
        }
    }

    private static func entry(of rule: Rule, _ session: Session) async -> Entry {
        var entry = Entry(id: rule.id, rule: rule.sentence, section: rule.section)
        let (trace, start) = (Trace(), ContinuousClock.now)
        do {
            try await Trace.$current.withValue(trace) { try await rule.check(Scene(session)) }
        } catch let notSeen as NotSeen {
            (entry.verdict, entry.reason) = (notSeen.isAllowed ? .notSeen : .notAllowed, notSeen.description)
        } catch let failure as Failure {
            (entry.verdict, entry.failure, entry.steps) = (.failed, failure, trace.steps)
        } catch {
            (entry.verdict, entry.reason, entry.steps) = (.failed, "\(error)", trace.steps)
        }
        entry.seconds = tenths(ContinuousClock.now - start)
        return entry
    }

    func count(_ verdict: Verdict) -> Int { rules.count { $0.verdict == verdict } }
}

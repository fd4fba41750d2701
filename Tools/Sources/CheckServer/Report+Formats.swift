import Foundation

/// The forms in which a report is printed.
extension Report {
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private var summary: String {
        let counts = Verdict.allCases.map { "\(count($0)) \($0.rawValue)" }.joined(separator: ", ")
        return "\(server): \(counts), in \(seconds) s."
    }

    var text: String {
        var lines: [String] = []
        for rule in rules {
            lines.append(rule.verdict.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0) + rule.rule)
            guard rule.verdict != .passed else { continue }
            lines += (["\(rule.id), \(rule.section)"] + rule.details).map { "           " + $0 }
        }
        lines += ["", summary, "", "What cannot be seen from outside:"]
        return (lines + cannotSee.map { "- \($0)" }).joined(separator: "\n")
    }

    /// A workflow command of GitHub for each rule that failed, or was not seen.
    var annotations: String {
        let lines = rules.filter { [.failed, .notSeen].contains($0.verdict) }.map { rule in
            let text = ([rule.rule] + rule.details).map { $0.replacing("%", with: "%25") }.joined(separator: "%0A")
            return "::error title=\(rule.id)::\(text)"
        }
        return (lines + [summary]).joined(separator: "\n")
    }

    /// The report in JUnit's XML.
    var junit: String {
        let cases = rules.map { rule in
            let topic = rule.id.prefix { $0 != "." }
            let head = """
                  <testcase classname="CheckServer.\(topic)" name="\(rule.id): \(rule.rule.escapedForXML)" \
                time="\(rule.seconds)">
                """
            let details = rule.details.joined(separator: "\n").escapedForXML
            return switch rule.verdict {
            case .passed: head + "</testcase>"
            case .notAllowed: head + "<skipped message=\"\(details)\"/></testcase>"
            case .failed, .notSeen:
                head + "<failure message=\"\(rule.verdict.rawValue)\">\(details)</failure></testcase>"
            }
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite name="CheckServer" tests="\(rules.count)" failures="\(count(.failed) + count(.notSeen))" \
            skipped="\(count(.notAllowed))" time="\(seconds)">
            \(cases.joined(separator: "\n"))
            </testsuite>

            """
    }
}

extension Report.Entry {
    /// Why the rule is not passed, a line each.
    fileprivate var details: [String] {
        var lines = [reason].compactMap(\.self)
        if let failure {
            lines += ["sent \(failure.sent)", "expected \(failure.expected)", "came \(failure.came)"]
        }
        let before = (steps ?? []).dropLast()
        return lines.map(\.onOneLine) + (before.isEmpty ? [] : ["after"] + before.map { "  " + $0.onOneLine })
    }
}

extension String {
    fileprivate var escapedForXML: String {
        [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}

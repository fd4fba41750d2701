import Foundation

/// A table in Markdown.
struct Table {
    let title: String
    let columns: [String]
    var rows: [[String]] = []

    var text: String {
        let lines = [columns, columns.map { _ in "---:" }] + rows
        return "### \(title)\n\n" + lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
}

extension Table {
    /// A table of latencies by number of connections.
    init(latenciesOf title: String) {
        self.init(
            title: title,
            columns: ["connections", "answers", "a second", "p50", "p99", "greatest", "refused"]
        )
    }

    mutating func add(connectionCount: Int, _ samples: Samples) {
        rows.append(
            [
                "\(connectionCount)", "\(samples.durations.count)", String(format: "%.0f", samples.rate),
                Self.milliseconds(samples.percentile(0.5)), Self.milliseconds(samples.percentile(0.99)),
                Self.milliseconds(samples.durations.last), "\(samples.failures.values.reduce(0, +))",
            ]
        )
    }

    private static func milliseconds(_ duration: Duration?) -> String {
        duration.map { String(format: "%.2f ms", $0 / .milliseconds(1)) } ?? "-"
    }
}

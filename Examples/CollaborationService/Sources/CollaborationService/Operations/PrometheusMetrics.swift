import Metrics
import Synchronization

/// Counts and measures in memory, and writes all of it in the text format 0.0.4 of Prometheus.
final class PrometheusMetrics: MetricsFactory {
    /// The series by their labels, by the name and the type of their family, as they were given: each request asks for some.
    private let families = Mutex<[String: [[String]: Series]]>([:])

    static let help = [
        "http_requests_total": "Requests by route, method and status.",
        "http_request_duration_seconds": "The time until the head of a response.",
        "http_connections": "Open connections of the Internet.",
        "operations_connections": "Open connections of the back end and those who run the server.",
        "refusals_total": "Refused requests by their reason.",
        "store_seconds": "The time of an operation of the database.",
        "database_conflicts_total": "Changes that another one of the same collaboration was faster than.",
        "database_failures_total": "Requests that the database has failed, or a damaged record.",
        "log_lines_lost_total": "Lines of the log that could not be written.",
        "audit_lines_lost_total": "Lines of the audit log that could not be written, if the settings let them be lost.",
    ]

    private static let suffixes = ["counter": "_total", "gauge": "", "histogram": "_seconds"]

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series("\(label) counter", dimensions)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series("\(label) gauge", dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series("\(label) histogram", dimensions)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// All series, sorted by their names.
    var text: String {
        var text = ""
        for (family, series) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            let type = String(family.reversed().prefix { $0 != " " }.reversed())
            let name = Self.name(family.dropLast(type.count + 1)) + Self.suffixes[type, default: ""]
            if let help = Self.help[name] { text += "# HELP \(name) \(help)\n" }
            text += "# TYPE \(name) \(type)\n"
            for (labels, series) in series.map({ (Self.labels($0), $1) }).sorted(by: { $0.0 < $1.0 }) {
                text += series.text(name, labels, isHistogram: type == "histogram")
            }
        }
        return text
    }

    private func series(_ family: String, _ dimensions: [(String, String)]) -> Series {
        let labels = dimensions.flatMap { [$0, $1] }
        return families.withLock { families in
            if let series = families[family]?[labels] { return series }
            let series = Series()
            families[family, default: [:]][labels] = series
            return series
        }
    }

    private static func labels(_ dimensions: [String]) -> String {
        stride(from: 0, to: dimensions.count, by: 2).map { index in
            let value = dimensions[index + 1].replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\(name(dimensions[index]))=\"\(value.replacing("\n", with: "\\n"))\""
        }.joined(separator: ",")
    }

    private static func name(_ label: some StringProtocol) -> String {
        String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}

/// What was counted or measured under one name with one set of labels.
///
/// A histogram says how many values were at most as large as each of some bounds, in seconds.
private final class Series: CounterHandler, MeterHandler, TimerHandler {
    private static let bounds = [
        0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private let state = Mutex((counts: [Int](repeating: 0, count: Series.bounds.count + 1), value: 0.0))

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { state.withLock { $0.value += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.value = value } }
    func reset() { set(0.0) }

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock {
            $0.counts[index] += 1
            $0.value += seconds
        }
    }

    /// The lines of the series.
    func text(_ name: String, _ labels: String, isHistogram: Bool) -> String {
        let (state, braces) = (state.withLock { $0 }, labels.isEmpty ? "" : "{\(labels)}")
        guard isHistogram else { return "\(name)\(braces) \(state.value)\n" }
        var (total, text) = (0, "")
        for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], state.counts) {
            total += count
            text += "\(name)_bucket{\(labels)\(labels.isEmpty ? "" : ",")le=\"\(bound)\"} \(total)\n"
        }
        return text + "\(name)_sum\(braces) \(state.value)\n\(name)_count\(braces) \(total)\n"
    }
}

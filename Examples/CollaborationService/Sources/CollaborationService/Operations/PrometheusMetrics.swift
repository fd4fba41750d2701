import Metrics
import Synchronization

/// Counts and measures in memory, and writes all of it in the text format of Prometheus.
///
/// The number of series is bounded. A series beyond the bound, or under a name that has another type, is not kept.
final class PrometheusMetrics: MetricsFactory {
    static let maximumSeriesCount = 2000

    /// The series of one name, which have one type.
    private struct Family {
        let type: String
        var series: [String: any MetricSeries] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var seriesCount = 0
    }

    private let state = Mutex(State())

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(CounterSeries.self, Self.name(label) + "_total", dimensions)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(GaugeSeries.self, Self.name(label), dimensions)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(HistogramSeries.self, Self.name(label) + "_seconds", dimensions)
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// All series, sorted by their names, in the text format 0.0.4.
    var text: String {
        var text = ""
        for (name, family) in state.withLock({ $0.families }).sorted(by: { $0.key < $1.key }) {
            text += "# TYPE \(name) \(family.type)\n"
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                for sample in series.samples {
                    let labels = [labels, sample.label].filter { !$0.isEmpty }.joined(separator: ",")
                    text +=
                        name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(sample.value)\n"
                }
            }
        }
        return text
    }

    private func series<Series: MetricSeries>(
        _: Series.Type,
        _ name: String,
        _ dimensions: [(String, String)]
    ) -> Series {
        let labels = dimensions.map { "\(Self.name($0))=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        return state.withLock { state in
            if let series = state.families[name]?.series[labels] as? Series { return series }
            let series = Series()
            let family = state.families[name] ?? Family(type: Series.type)
            if family.type == Series.type, state.seriesCount < Self.maximumSeriesCount {
                state.seriesCount += 1
                state.families[name] = family
                state.families[name]?.series[labels] = series
            }
            return series
        }
    }

    private static func name(_ label: String) -> String {
        String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

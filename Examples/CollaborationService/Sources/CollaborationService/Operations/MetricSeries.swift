import Metrics
import Synchronization

/// A line of a series: what follows its name, a label of its own, and its value.
struct MetricSample {
    var suffix = ""
    var label = ""
    let value: String
}

/// What was counted or measured under one name with one set of labels.
protocol MetricSeries: AnyObject, Sendable {
    static var type: String { get }
    init()
    var samples: [MetricSample] { get }
}

/// A number that only grows.
final class CounterSeries: MetricSeries, CounterHandler {
    static let type = "counter"
    private let count = Mutex<Int64>(0)

    func increment(by amount: Int64) { count.withLock { $0 &+= amount } }
    func reset() { count.withLock { $0 = 0 } }

    var samples: [MetricSample] { [MetricSample(value: "\(count.withLock { $0 })")] }
}

/// A number that grows and shrinks.
final class GaugeSeries: MetricSeries, MeterHandler {
    static let type = "gauge"
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }

    var samples: [MetricSample] { [MetricSample(value: "\(value.withLock { $0 })")] }
}

/// How many values were at most as large as each of some bounds, for seconds from 100 microseconds to 10 seconds.
final class HistogramSeries: MetricSeries, TimerHandler {
    static let type = "histogram"
    static let bounds = [
        0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private struct State {
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
    }

    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock {
            $0.counts[index] += 1
            $0.sum += seconds
        }
    }

    var samples: [MetricSample] {
        let state = state.withLock { $0 }
        var total = 0
        var samples: [MetricSample] = []
        for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], state.counts) {
            total += count
            samples.append(MetricSample(suffix: "_bucket", label: "le=\"\(bound)\"", value: "\(total)"))
        }
        samples.append(MetricSample(suffix: "_sum", value: "\(state.sum)"))
        samples.append(MetricSample(suffix: "_count", value: "\(total)"))
        return samples
    }
}

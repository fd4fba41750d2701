import Foundation

/// Compares this package with swift-crypto, and prints a table in Markdown.
///
///     Benchmarks            measures for half a minute
///     Benchmarks --quick    measures for seconds, to check that everything runs
@main
struct Benchmarks {
    static func main() throws {
        let roundCount = CommandLine.arguments.contains("--quick") ? 11 : 401
        print("| work | ours | swift-crypto | ratio |\n| --- | --- | --- | --- |")
        for comparison in Comparison.all {
            let times = try interleave(comparison.works(), roundCount: roundCount)
            let ratios = Quartiles(of: zip(times.ours, times.theirs).map(/))
            let medians = [times.ours, times.theirs].map { time(Quartiles(of: $0).median) }
            let spread = [ratios.median, ratios.lower, ratios.upper].map { String(format: "%.2f", $0) }
            print(
                "| \(comparison.name) | \(medians[0]) | \(medians[1]) | \(spread[0]) (\(spread[1]) to \(spread[2])) |"
            )
        }
    }

    private static func time(_ nanoseconds: Double) -> String {
        nanoseconds < 1_000 ? String(format: "%.0f ns", nanoseconds) : String(format: "%.1f us", nanoseconds / 1_000)
    }
}

/// A median and its spread.
private struct Quartiles {
    let lower: Double
    let median: Double
    let upper: Double

    /// Computes the quartiles of a sample of at least one value; each quartile is one of the values.
    init(of sample: [Double]) {
        let sorted = sample.sorted()
        func value(at quarter: Int) -> Double { sorted[(sorted.count - 1) * quarter / 4] }
        (lower, median, upper) = (value(at: 1), value(at: 2), value(at: 3))
    }
}

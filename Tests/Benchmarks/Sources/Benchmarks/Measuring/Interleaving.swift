/// Times several works in turns, so that changes in the speed of the machine affect all of them.
///
/// Each round times one batch of each work. Every second round has the opposite order, so that no work always
/// follows the same one.
///
/// - Returns: For each work, the nanoseconds for one input in each round.
func interleave(_ works: [Work], effort: Effort) throws -> [[Double]] {
    let repetitions = try works.map { try $0.repetitions(for: effort) }
    var times = works.map { _ in [Double]() }
    for round in 0..<effort.roundCount {
        let order = Array(works.indices)
        for index in round.isMultiple(of: 2) ? order : order.reversed() {
            times[index].append(try works[index].nanoseconds(repetitions: repetitions[index]))
        }
    }
    return times
}

/// How long to measure.
struct Effort {
    /// The number of batches of each work that are timed.
    let roundCount: Int

    /// The duration of a batch in nanoseconds: so short that the speed of the machine hardly changes within a
    /// round.
    let batchNanoseconds: Double

    /// The number of processes for a figure of which each process gives one value.
    let processCount: Int

    /// The number of lines that `VerifyProof` gets.
    let lineCount: Int

    static let standard = Effort(
        roundCount: 201,
        batchNanoseconds: 1e6,
        processCount: 21,
        lineCount: 20_000
    )
    static let quick = Effort(roundCount: 11, batchNanoseconds: 3e5, processCount: 3, lineCount: 2000)
}

/// A median and its spread.
struct Quartiles: Codable {
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

/// Times works in turns, one batch of each a round, so that what changes in the machine meanwhile changes for
/// all.
///
/// Every other round goes backwards, so that none always follows the same one.
///
/// - Returns: For each work the nanoseconds of one input, round by round.
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
    /// How many batches of each work are timed.
    let roundCount: Int

    /// How long a batch is to last, in nanoseconds: so short that the machine is the same for both works of a
    /// round.
    let batchNanoseconds: Double

    /// How many processes are started where each gives one measurement.
    let processCount: Int

    /// How many lines `VerifyProof` is given.
    let lineCount: Int

    static let standard = Effort(
        roundCount: 201,
        batchNanoseconds: 1e6,
        processCount: 21,
        lineCount: 100_000
    )
    static let quick = Effort(roundCount: 11, batchNanoseconds: 3e5, processCount: 3, lineCount: 2000)
}

/// A median and its spread.
struct Quartiles: Codable {
    let lower: Double
    let median: Double
    let upper: Double

    /// Takes the quartiles of a sample, which has at least one value; a quartile is one of the values.
    init(of sample: [Double]) {
        let sorted = sample.sorted()
        func value(at quarter: Int) -> Double { sorted[(sorted.count - 1) * quarter / 4] }
        (lower, median, upper) = (value(at: 1), value(at: 2), value(at: 3))
    }
}

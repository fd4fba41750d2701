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

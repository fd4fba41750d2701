import Foundation

/// A work to measure: an operation on each of several inputs, with known answers.
struct Work {
    /// Performs the operation a number of times for each input, and returns the nanoseconds for one.
    let time: (_ repetitions: Int) throws -> Double

    /// How often to repeat the work so that a batch takes a millisecond, or one pass over the inputs.
    let repetitions: Int

    /// Makes a work, performs it once and checks the answers.
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - perform: The operation on one input.
    ///   - isRight: Whether an answer is right. This check is not timed.
    /// - Throws: `WrongAnswer`, or what `perform` throws.
    init<Input, Result>(
        over inputs: [Input],
        perform: @escaping (Input) throws -> Result,
        isRight: @escaping (Input, Result) -> Bool
    ) throws {
        let first = try inputs.map(perform)
        time = { repetitions in
            // The answers are stored and checked, so that the compiler cannot remove the work.
            var answers = first
            let start = processorTime()
            for _ in 0..<repetitions {
                for index in inputs.indices { answers[index] = try perform(inputs[index]) }
            }
            let duration = processorTime() - start
            guard zip(inputs, answers).allSatisfy(isRight) else { throw WrongAnswer() }
            return duration / .nanoseconds(1) / Double(repetitions * inputs.count)
        }
        repetitions = max(1, Int(1e6 / (try time(1) * Double(inputs.count))))
    }
}

struct WrongAnswer: Error {}

/// Times two works in turns, so that changes in the speed of the machine affect both.
///
/// Each round times one batch of each work, and every second round has the opposite order.
///
/// - Returns: For each work, the nanoseconds for one input in each round.
func interleave(_ works: (ours: Work, theirs: Work), roundCount: Int) throws -> (ours: [Double], theirs: [Double]) {
    let (ours, theirs) = works
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for round in 0..<roundCount {
        if round.isMultiple(of: 2) { times.ours.append(try ours.time(ours.repetitions)) }
        times.theirs.append(try theirs.time(theirs.repetitions))
        if !round.isMultiple(of: 2) { times.ours.append(try ours.time(ours.repetitions)) }
    }
    return times
}

/// The processor time of this thread so far: it does not include the time of other programs on the same processor.
private func processorTime() -> Duration {
    var time = timespec()
    let status = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(status == 0, "the system has no clock of a thread's time")
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

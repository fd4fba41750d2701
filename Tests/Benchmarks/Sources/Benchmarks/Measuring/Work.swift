/// A work to measure: an operation on each of several inputs, with known answers.
struct Work: Sendable {
    /// The number of inputs.
    let inputCount: Int

    private let pass: @Sendable (_ repetitions: Int) throws -> Duration

    /// Makes a work, performs it once and checks the answers.
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - perform: The operation on one input.
    ///   - isRight: Whether an answer is right. This check is not timed.
    /// - Throws: `MeasurementError.wrongAnswer`, or what `perform` throws.
    init<Input: Sendable, Answer: Sendable>(
        over inputs: [Input],
        perform: @escaping @Sendable (Input) throws -> Answer,
        isRight: @escaping @Sendable (Input, Answer) -> Bool
    ) throws {
        let first = try inputs.map(perform)
        inputCount = inputs.count
        pass = { repetitions in
            // The answers are stored and checked, so that the compiler cannot remove the work.
            var answers = first
            let start = ProcessorTime.ofThread
            for _ in 0..<repetitions {
                for index in inputs.indices {
                    answers[index] = try perform(inputs[index])
                }
            }
            let duration = ProcessorTime.ofThread - start
            guard zip(inputs, answers).allSatisfy(isRight) else { throw MeasurementError.wrongAnswer }
            return duration
        }
        _ = try pass(1)
    }

    /// Performs the work a number of times for every input, and returns the average nanoseconds of processor time
    /// for one.
    func nanoseconds(repetitions: Int) throws -> Double {
        try pass(repetitions) / .nanoseconds(1) / Double(repetitions * inputCount)
    }

    /// Returns how often to repeat the work so that a batch has its intended duration.
    func repetitions(for effort: Effort) throws -> Int {
        let pass = try nanoseconds(repetitions: 1) * Double(inputCount)
        return max(1, Int(effort.batchNanoseconds / pass))
    }
}

/// The reason why a measurement is invalid.
enum MeasurementError: Error, CustomStringConvertible {
    case wrongAnswer
    case damageNotNoticed
    case programFailed(String)
    indirect case failed(comparison: String, MeasurementError)

    var description: String {
        switch self {
        case .wrongAnswer: "a work gave a wrong answer"
        case .damageNotNoticed: "a work accepted an invalid input"
        case .programFailed(let name): "\(name) failed"
        case .failed(let comparison, let error): "\(comparison): \(error)"
        }
    }
}

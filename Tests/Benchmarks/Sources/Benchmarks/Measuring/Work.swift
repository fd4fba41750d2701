/// A piece of work, done once for each of a number of inputs, whose answers are known.
struct Work: Sendable {
    /// The number of inputs.
    let inputCount: Int

    private let pass: @Sendable (_ repetitions: Int) throws -> Duration

    /// Describes the work, does it once, and holds it to the right answers.
    ///
    /// - Parameters:
    ///   - inputs: What it is done for.
    ///   - perform: The work for one input.
    ///   - isRight: Whether an answer is right. It is not timed.
    /// - Throws: `MeasurementError.wrongAnswer`, or what `perform` throws.
    init<Input: Sendable, Answer: Sendable>(
        over inputs: [Input],
        perform: @escaping @Sendable (Input) throws -> Answer,
        isRight: @escaping @Sendable (Input, Answer) -> Bool
    ) throws {
        let first = try inputs.map(perform)
        inputCount = inputs.count
        pass = { repetitions in
            // The answers are stored and looked at, so that none can be left out.
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

    /// Does the work a number of times for every input, and gives the nanoseconds of processor time that each
    /// one took.
    func nanoseconds(repetitions: Int) throws -> Double {
        try pass(repetitions) / .nanoseconds(1) / Double(repetitions * inputCount)
    }

    /// How often to repeat the work so that a batch lasts as long as it is to.
    func repetitions(for effort: Effort) throws -> Int {
        let pass = try nanoseconds(repetitions: 1) * Double(inputCount)
        return max(1, Int(effort.batchNanoseconds / pass))
    }
}

/// What makes a measurement worthless.
enum MeasurementError: Error, CustomStringConvertible {
    case wrongAnswer
    case damageNotNoticed
    case programFailed(String)
    indirect case failed(comparison: String, MeasurementError)

    var description: String {
        switch self {
        case .wrongAnswer: "a work gave a wrong answer"
        case .damageNotNoticed: "a work accepted a damaged input"
        case .programFailed(let name): "\(name) failed"
        case .failed(let comparison, let error): "\(comparison): \(error)"
        }
    }
}

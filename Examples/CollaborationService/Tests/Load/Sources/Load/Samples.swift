/// What was measured on one or several connections.
struct Samples: Sendable {
    /// The durations of the right answers.
    private(set) var durations: [Duration] = []

    /// How often another status than the right one was the answer.
    private(set) var failures: [Int: Int] = [:]

    private(set) var duration = Duration.zero

    init() {}

    init(merging parts: [Samples], duration: Duration) {
        durations = parts.flatMap(\.durations).sorted()
        for part in parts { failures.merge(part.failures, uniquingKeysWith: +) }
        self.duration = duration
    }

    mutating func add(_ answer: Answer) {
        if answer.isExpected {
            durations.append(answer.duration)
        } else {
            failures[answer.status, default: 0] += 1
        }
    }

    var rate: Double { Double(durations.count) / (duration / .seconds(1)) }

    /// The duration that a part of the answers did not exceed.
    func percentile(_ part: Double) -> Duration? {
        guard !durations.isEmpty else { return nil }
        return durations[min(Int(part * Double(durations.count)), durations.count - 1)]
    }
}

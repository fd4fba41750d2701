import Foundation

extension Table {
    /// Verification with 1, 2, 4 and more threads, up to the number of cores.
    static func threads(title: String, effort: Effort) throws -> Table {
        let messages = try SignedMessage.several()
        return Table(
            title: title,
            columns: [
                "threads", "by", "verifications a second", "times one thread", "processor time of one",
            ],
            rows: try [
                ("ours", Work.verification(of: messages, by: Ours.self)),
                ("swift-crypto", .verification(of: messages, by: Theirs.self)),
            ]
            .flatMap { name, work in try rows(for: work, name: name, effort: effort) }
        )
    }

    private static func rows(for work: Work, name: String, effort: Effort) throws -> [[Cell]] {
        let coreCount = ProcessInfo.processInfo.activeProcessorCount
        let threadCounts = Array(sequence(first: 1) { $0 * 2 }.prefix { $0 <= max(2, coreCount) })
        // Ten times a batch, so that the time to start a thread is negligible.
        let repetitions = try 10 * work.repetitions(for: effort)
        var rates = threadCounts.map { _ in [Double]() }
        var times = rates
        for _ in 0..<max(3, effort.roundCount / 4) {
            for (index, threadCount) in threadCounts.enumerated() {
                let start = ContinuousClock.now
                times[index] += try work.nanoseconds(repetitions: repetitions, threadCount: threadCount)
                let seconds = (ContinuousClock.now - start) / .seconds(1)
                rates[index].append(Double(threadCount * repetitions * work.inputCount) / seconds)
            }
        }
        return threadCounts.indices.map { index in
            [
                .text("\(threadCounts[index])"),
                .text(name),
                .number(Quartiles(of: rates[index]).median.rounded()),
                .ratio(Quartiles(of: zip(rates[index], rates[0]).map(/))),
                .time(Quartiles(of: times[index])),
            ]
        }
    }
}

import ArgumentParser
import CollaborationTesting
import Foundation

/// Verifies signatures with this package and with swift-crypto.
@main
struct Differential: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verifies signatures of many kinds with this package and with swift-crypto.",
        discussion: """
            Prints each difference in full and a table of the kinds. The exit status is 1 if there is a difference, \
            or if a kind did not come up. The same seed and count give the same signatures on any number of threads, \
            but for what swift-crypto signs with nonces of its own.
            """
    )

    @Option(help: "The number of signatures.")
    var count = 100_000

    @Option(help: "The seed of the signatures.")
    var seed: UInt64 = 1

    @Option(help: "The number of threads.")
    var threads = ProcessInfo.processInfo.activeProcessorCount

    /// The number of signatures that are made from one seed.
    private static let chunk = 1_000

    func run() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let pool = try Pool(seed: seed)
        let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
            for thread in 0..<max(1, threads) {
                group.addTask { try judge(from: thread, pool: pool) }
            }
            var tally = Tally()
            for try await part in group { tally.add(part) }
            return tally
        }
        for difference in tally.differences { print(difference + "\n") }
        print(tally.table)
        let seconds = (clock.now - start) / .seconds(1)
        print(
            "\(tally.differenceCount) differences in \(tally.count) signatures, \(Int(seconds)) s, seed \(seed)"
        )
        for kind in tally.missing { print("never as it is meant to be: \(kind.rawValue)") }
        guard tally.differenceCount == 0, tally.missing.isEmpty else { throw ExitCode.failure }
    }

    /// Verifies the chunks of one thread.
    private func judge(from thread: Int, pool: Pool) throws -> Tally {
        var tally = Tally()
        for start in stride(from: thread * Self.chunk, to: count, by: max(1, threads) * Self.chunk) {
            let generator = SeededGenerator("differential", String(seed), String(start))
            var maker = CaseMaker(pool: pool, generator: generator)
            for number in start..<min(count, start + Self.chunk) {
                let judged = try maker.make(Kind.allCases[number % Kind.allCases.count])
                tally.add(judged, try Verdicts(on: judged, number: number))
            }
        }
        return tally
    }
}

import ArgumentParser
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// Lets many tasks do everything at once to one server.
@main
struct AccessLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lets many tasks do everything at once to one CollaborationAccess.",
        discussion: """
            Works in rounds. In each, every task has a collaboration of its own, or people of its own in one that \
            half of the tasks share: there each answer must be what a model says. It also contends with all others \
            for the same people, where what was granted and revoked must add up. After each round the clock \
            jumps past the expiry of all challenges, which must then be forgotten. The exit status is 1 if any of it does not hold, or if memory grows.
            """
    )

    @Option(help: "For how long new rounds begin.")
    var seconds = 60.0

    @Option(help: "How many tasks there are.")
    var tasks = 1_000

    @Option(help: "What the tasks' choices follow from.")
    var seed: UInt64 = 1

    /// By how much memory may grow from the third round to the last, in mebibytes.
    private static let tolerance = 16.0

    func run() async throws {
        do {
            try await work()
        } catch let violation as Violation {
            print("violated: \(violation.description)")
            throw ExitCode.failure
        }
    }

    private func work() async throws {
        let server = Server()
        var owned = try (0..<tasks).map { number in
            try OwnCollaboration(number: number, isShared: number % 2 == 0, seed: seed)
        }
        let people = try SharedPeople(seed: seed)
        var figures = Figures()
        var memory: [Double] = []
        let clock = ContinuousClock()
        let start = clock.now
        while clock.now - start < .seconds(seconds) || memory.count < 4 {
            let round = try await Round(number: memory.count, server: server, people: people)
            try await round.run(&owned, figures: &figures)
            memory.append(try ResidentMemory.mebibytes())
        }
        let elapsed = (clock.now - start) / .seconds(1)
        print("\(tasks) tasks, \(memory.count) rounds in \(Int(elapsed)) s")
        print(figures.description)
        let growth = memory[memory.count - 1] - memory[2]
        func text(_ mebibytes: Double) -> String { "\((mebibytes * 10).rounded() / 10) MiB" }
        print(
            "memory after the third round \(text(memory[2])), after the last \(text(memory[memory.count - 1]))"
        )
        try Violation.unless(growth <= Self.tolerance, "memory does not grow: \(text(growth)) more")
    }
}

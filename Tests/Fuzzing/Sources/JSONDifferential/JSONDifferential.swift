import ArgumentParser
import CollaborationCore
import CollaborationTesting
import Foundation

/// Reads mutated messages with this package and with Foundation's decoder.
@main
struct JSONDifferential: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "JSONDifferential",
        abstract: "Reads mutated messages with this package's reader and with Foundation's decoder.",
        discussion: """
            Both must give the same value or the same reason, unless the difference is one of a list of kinds. Prints \
            each other difference in full, and a table of the kinds. The exit status is 1 if there is another \
            difference. The same seed and count give the same messages.
            """
    )

    @Option(help: "The number of messages.")
    var count = 100_000

    @Option(help: "The seed of the mutations.")
    var seed: UInt64 = 1

    @Option(help: "The number of threads.")
    var threads = ProcessInfo.processInfo.activeProcessorCount

    func run() async throws {
        let messages = try Message.all()
        let tally = await withTaskGroup(of: Tally.self) { group in
            for thread in 0..<max(1, threads) {
                group.addTask { compare(from: thread, messages) }
            }
            return await group.reduce(into: Tally()) { $0.add($1) }
        }
        print(tally.table)
        for difference in tally.unexplained.prefix(20) { print(difference) }
        print("\(tally.count) messages, \(tally.acceptedByBoth) accepted by both, seed \(seed)")
        print("\(tally.unexplainedCount) differences that are not listed")
        guard tally.unexplainedCount == 0, tally.acceptedByBoth * 10 > tally.count else {
            throw ExitCode.failure
        }
    }

    private func compare(from thread: Int, _ messages: [Message]) -> Tally {
        let mutations = Mutations(seeds: messages.map(\.text))
        var tally = Tally()
        for number in stride(from: thread, to: count, by: max(1, threads)) {
            var random = SeededGenerator("json", String(seed), String(number))
            let message = messages[number % messages.count]
            let text = mutations.mutated(message.text, using: &random)
            // Foundation's decoder ends the process at 513 nested arrays.
            guard text.count(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }) < 500 else {
                continue
            }
            tally.add(text, ours: message.read(text), foundations: message.decode(Data(text)))
        }
        return tally
    }
}

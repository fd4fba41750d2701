import ArgumentParser
import Foundation

/// The first verification of a process, and those after it.
struct ColdStart: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the nanoseconds of each verification from the first on.",
        shouldDisplay: false
    )

    @Flag(help: "Verify with swift-crypto instead.")
    var crypto = false

    @Argument(help: "Signed messages as JSON.")
    var messages: String

    func run() throws {
        let messages = try JSONDecoder().decode([SignedMessage].self, from: Data(messages.utf8))
        for message in messages {
            let start = ContinuousClock.now
            let isValid = try crypto ? message.isValid(by: Theirs.self) : message.isValid(by: Ours.self)
            let duration = ContinuousClock.now - start
            guard isValid else { throw MeasurementError.wrongAnswer }
            print(duration / .nanoseconds(1))
        }
    }
}

extension Table {
    /// The extra time of the first verification of a process.
    static func coldStart(title: String, effort: Effort) throws -> Table {
        Table(
            title: title,
            columns: ["by", "first verification", "the next", "more"],
            rows: try [("ours", []), ("swift-crypto", ["--crypto"])].map { name, flags in
                let processes = try (0..<effort.processCount).map { _ in
                    let messages = try (0..<32).map { _ in try SignedMessage(byteCount: 32) }
                    let json = String(decoding: try JSONEncoder().encode(messages), as: UTF8.self)
                    let program = Program.again(["cold-start"] + flags + [json])
                    return try program.output().split(separator: "\n").compactMap { Double($0) }
                }
                let first = processes.map { $0[0] }
                let next = processes.map { Quartiles(of: Array($0.dropFirst())).median }
                return [
                    .text(name),
                    .time(Quartiles(of: first)),
                    .time(Quartiles(of: next)),
                    .time(Quartiles(of: zip(first, next).map(-))),
                ]
            }
        )
    }
}

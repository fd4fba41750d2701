import ArgumentParser
import CollaborationTesting
import Foundation

/// Writes requests for `VerifyProof`, good, bad and garbage, and what it has to answer.
@main
struct RequestLines: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes lines for VerifyProof to standard output, and what it has to answer to a file.",
        discussion: "An answer that has to be malformed, with any explanation, is the one word."
    )

    @Option(help: "How many lines there are.")
    var count = 1_000_000

    @Option(help: "What the lines follow from.")
    var seed: UInt64 = 1

    @Option(help: "The file for the answers, a line each.")
    var answers: String

    /// How many lines are written at once.
    private static let chunk = 1_000

    func run() throws {
        guard FileManager.default.createFile(atPath: answers, contents: nil),
            let file = FileHandle(forWritingAtPath: answers)
        else { throw ValidationError("\(answers) cannot be written.") }
        var maker = try LineMaker(generator: SeededGenerator("lines", String(seed)))
        for start in stride(from: 0, to: count, by: Self.chunk) {
            var lines = Data()
            var expected = ""
            for _ in start..<min(count, start + Self.chunk) {
                let (line, answer) = maker.next()
                lines += line + Data("\n".utf8)
                expected += answer + "\n"
            }
            try FileHandle.standardOutput.write(contentsOf: lines)
            try file.write(contentsOf: Data(expected.utf8))
        }
    }
}

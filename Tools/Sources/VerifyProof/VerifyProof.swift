import ArgumentParser
import CollaborationCore
import Foundation
import ToolSupport

/// Verifies identity proofs: reads one request a line and writes one answer a line.
///
/// The verification is the line in `Answer.init(to:)`. The rest verifies lines on all cores, and writes the answers in the
/// order of the lines.
@main
struct VerifyProof: Tool {
    static let configuration = CommandConfiguration(
        commandName: "VerifyProof",
        abstract: "Verifies signed identity proofs.",
        discussion: """
            Reads one request a line, as Documentation/WireFormat.md describes, and answers each with a line: \
            granted <root hash>, denied <reason>, or malformed <why>.

            exit status: 0 if every request was granted, 1 if any was denied, 2 if any line was malformed, \
            64 for wrong arguments, 65 if there is no request, 66 if the file cannot be opened, \
            74 if reading or writing fails
            """,
        version: "Signed identity proofs, version 2"
    )

    @Argument(help: "A file or a FIFO; a hyphen is standard input.")
    var file = "-"

    func run() async throws {
        var lines = Lines(try Input(path: file), byteLimit: 1 << 24)
        var status: Int32?
        while let next = try lines.next() {
            let answers = await answers(to: next)
            if !answers.isEmpty { Output.print(answers.map(\.text).joined(separator: "\n")) }
            status = answers.reduce(status) { max($0 ?? 0, $1.status) }
        }
        guard let status else { throw Stop("there is no request", status: EX_DATAERR) }
        throw ExitCode(status)
    }

    /// Answers lines on all cores, and returns the answers in the order of the lines.
    private func answers(to lines: [ArraySlice<UInt8>]) async -> [Answer] {
        let share = 8  // Lines of one task: enough to make the cost of a task small.
        let parts = await withTaskGroup(of: (start: Int, answers: [Answer]).self) { group in
            for start in stride(from: 0, to: lines.count, by: share) {
                group.addTask { (start, lines[start...].prefix(share).map(Answer.init)) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return parts.sorted { $0.start < $1.start }.flatMap(\.answers)
    }
}

enum Answer {
    case granted(Person.Identity)
    case denied(reason: String)
    case malformed(String)

    init(to line: ArraySlice<UInt8>) {
        do {
            if let identity = try VerificationRequest(json: line).verifiedIdentity() {
                self = .granted(identity)
            } else {
                self = .denied(reason: "unknownIdentity")
            }
        } catch let error as IdentityProofError {
            self = .denied(reason: error.rawValue)
        } catch CollaborationError.refused(.invalidProof(let error)) {
            self = .denied(reason: error.rawValue)
        } catch {
            self = .malformed("\(error)")
        }
    }

    var text: String {
        switch self {
        case .granted(let identity): "granted \(identity)"
        case .denied(let reason): "denied \(reason)"
        case .malformed(let why): "malformed \(why)"
        }
    }

    var status: Int32 {
        switch self {
        case .granted: 0
        case .denied: 1
        case .malformed: 2
        }
    }
}

// Verifies identity proofs: reads one request a line and writes one answer a line.
//
//     swift run VerifyProof FILE    or    swift run VerifyProof - < FILE
//
// An answer is `granted <root hash>`, `denied <reason>` or `malformed <why>`. The exit status is 2 if any line
// was malformed, else 1 if any was denied, else 0.

import CollaborationModels
import Foundation

enum Answer {
    case granted(Person.Identity)
    case denied(IdentityProofError)
    case malformed(String)

    init(to line: Data) {
        do {
            self = .granted(try IdentityProofRequest(json: line).verifiedIdentity())
        } catch let error as IdentityProofError {
            self = .denied(error)
        } catch {
            self = .malformed("\(error)")
        }
    }

    var text: String {
        switch self {
        case .granted(let identity): "granted \(identity)\n"
        case .denied(let error): "denied \(error.rawValue)\n"
        case .malformed(let why): "malformed \(why)\n"
        }
    }

    var exitStatus: Int32 {
        switch self {
        case .granted: 0
        case .denied: 1
        case .malformed: 2
        }
    }
}

/// Ends the program with a message and a status of `sysexits.h`.
func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("VerifyProof: \(message)\n".utf8))
    exit(status)
}

guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last else {
    stop("usage: VerifyProof FILE|-", status: 64)
}
guard let input = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
    stop("cannot read \(path)", status: 66)
}

/// Splits the input into lines, so that memory holds one line at a time.
///
/// A line that is longer than a request may be is cut one byte beyond the limit, and is answered as too large.
struct Lines {
    private var unfinished = Data()

    /// Takes a chunk and returns the lines that it completes, without their newlines.
    mutating func taking(_ chunk: Data) -> [Data] {
        var lines: [Data] = []
        var rest = chunk
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<newline])
            lines.append(unfinished)
            unfinished = Data()
            rest = rest[(newline + 1)...]
        }
        append(rest)
        return lines
    }

    /// The last line, if it has no newline.
    var last: [Data] { unfinished.isEmpty ? [] : [unfinished] }

    private mutating func append(_ bytes: Data) {
        unfinished += bytes.prefix(JSONLimits.byteCount + 1 - unfinished.count)
    }
}

/// Reads the bytes that are available, none at the end; `FileHandle` would wait until a chunk is full.
func nextChunk() -> Data {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(input.fileDescriptor, &buffer, buffer.count)
    guard count >= 0 else { stop("cannot read \(path)", status: 74) }
    return Data(buffer.prefix(count))
}

var lines = Lines()
var exitStatus: Int32 = 0
var isAtEnd = false
while !isAtEnd {
    let chunk = nextChunk()
    isAtEnd = chunk.isEmpty
    let answers = (isAtEnd ? lines.last : lines.taking(chunk)).map(Answer.init(to:))
    do {
        try FileHandle.standardOutput.write(contentsOf: Data(answers.map(\.text).joined().utf8))
    } catch {
        stop("cannot write the answers", status: 74)
    }
    exitStatus = answers.map(\.exitStatus).reduce(exitStatus, max)
}
exit(exitStatus)

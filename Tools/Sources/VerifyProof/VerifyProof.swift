// Verifies identity proofs: reads one request a line and writes one answer a line.
//
//     swift run --package-path Tools VerifyProof FILE    or    swift run --package-path Tools VerifyProof - < FILE
//
// The verification is the line in `Answer.init(to:)`. The rest reads lines, verifies them on all cores, and writes the
// answers in the order of the lines.

import CollaborationCore
import Foundation

let help = """
    usage: VerifyProof FILE|-

    Reads one request a line, as Documentation/WireFormat.md describes, and answers each with a line:
    granted <root hash>, denied <reason>, or malformed <why>.

    exit status: 0 if every request was granted, 1 if any was denied, 2 if any line was malformed,
                 64 for wrong arguments, 65 if there is no request, 66 if FILE cannot be opened,
                 74 if reading or writing fails
    """

enum Answer {
    case granted(Person.Identity)
    case denied(reason: String)
    case malformed(String)

    init(to line: ArraySlice<UInt8>) {
        // A line may end in CR LF.
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
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
        case .granted(let identity): "granted \(identity)\n"
        case .denied(let reason): "denied \(reason)\n"
        case .malformed(let why): "malformed \(why)\n"
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

/// Answers lines on all cores, and returns the answers in the order of the lines.
func answers(to lines: [ArraySlice<UInt8>]) async -> [Answer] {
    let share = 8  // Lines of one task: enough to make the cost of a task small.
    let parts = await withTaskGroup(of: (start: Int, answers: [Answer]).self) { group in
        for start in stride(from: 0, to: lines.count, by: share) {
            group.addTask { (start, lines[start...].prefix(share).map(Answer.init)) }
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
    return parts.sorted { $0.start < $1.start }.flatMap(\.answers)
}

/// Splits the input into lines, so that memory holds one chunk and one unfinished line.
///
/// A line that is longer than a request may be is cut one byte beyond the limit, and is answered as too large.
struct Lines {
    /// What a request may have, whitespace included.
    private static let byteLimit = 1 << 24

    private var unfinished: [UInt8] = []

    /// Takes a chunk and returns the lines that it completes, without their newlines.
    mutating func taking(_ chunk: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = chunk[...]
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if unfinished.isEmpty {
                lines.append(rest[..<newline])
            } else {
                append(rest[..<newline])
                lines.append(unfinished[...])
                unfinished = []
            }
            rest = rest[(newline + 1)...]
        }
        append(rest)
        return lines
    }

    /// The last line, if it has no newline.
    var last: [ArraySlice<UInt8>] { unfinished.isEmpty ? [] : [unfinished[...]] }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        unfinished += bytes.prefix(Self.byteLimit + 1 - unfinished.count)
    }
}

/// Ends the program with a message and a status of `sysexits.h`.
func stop(_ message: String, status: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("VerifyProof: \(message)\n".utf8))
    exit(status)
}

/// Reads the bytes that are available, none at the end; `FileHandle` would wait until a chunk is full.
func nextChunk(of input: FileHandle) -> [UInt8] {
    // Safe: `read` writes at most as many bytes as the buffer has, and returns their number.
    unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
        var result = unsafe read(input.fileDescriptor, buffer.baseAddress, buffer.count)
        while result < 0, errno == EINTR {
            result = unsafe read(input.fileDescriptor, buffer.baseAddress, buffer.count)
        }
        guard result >= 0 else {
            stop("cannot read: \(errorText)", status: 74)
        }
        count = result
    }
}

func writeAnswers(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        // Safe: `write` reads as many bytes as the buffer has.
        let count = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { stop("cannot write: \(errorText)", status: 74) }
        rest = rest.dropFirst(count)
    }
}

/// The system's text for its last error, which ends at a NUL.
nonisolated var errorText: String { unsafe String(cString: strerror(errno)) }

#if !os(Windows) && !os(WASI)
    // Without this, the signal would end the program before it can tell that nobody reads the answers.
    signal(SIGPIPE, SIG_IGN)
#endif
guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last else { stop(help, status: 64) }
if path == "--help" {
    writeAnswers(help + "\n")
    exit(0)
}
guard let input = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
    stop("cannot open \(path)", status: 66)
}

var lines = Lines()
var status: Int32?
var isAtEnd = false
while !isAtEnd {
    let chunk = nextChunk(of: input)
    isAtEnd = chunk.isEmpty
    let answers = await answers(to: isAtEnd ? lines.last : lines.taking(chunk))
    writeAnswers(answers.map(\.text).joined())
    status = answers.reduce(status) { max($0 ?? 0, $1.status) }
}
guard let status else { stop("there is no request", status: 65) }
exit(status)

import CollaborationCore
import Foundation
import Hummingbird
import Logging
import Metrics
import Synchronization

/// Writes a line for each act before the act is answered, so that what was acknowledged is in the log.
///
/// A line that cannot be written is kept. Until it is written, its act and every later one are answered with 503.
final class AuditLog: Sendable {
    private let path: String
    let descriptor: Int32
    private let mayLose: Bool
    private let logger: Logger
    private let lost = Counter(label: "audit_lines_lost")

    /// What could not be written yet, as whole lines, and whether the last line could not.
    private let state: Mutex<(kept: [UInt8], isFailing: Bool)>

    private static let newline = UInt8(ascii: "\n")

    /// - Parameters:
    ///   - path: A file, which is written at its end, or `-` for the standard output.
    ///   - mayLose: Whether a line that cannot be written is lost instead of kept.
    init(
        path: String,
        mayLose: Bool = false,
        logger: Logger = Logger(label: "CollaborationService")
    ) throws(StartError) {
        descriptor = path == "-" ? STDOUT_FILENO : Self.open(path)
        (self.path, self.mayLose, self.logger) = (path, mayLose, logger)
        guard descriptor >= 0 else {
            throw .configuration("audit.file is \"\(path)\": it is not a file that can be written.")
        }
        // A server that ended on a full disk has left a part of a line.
        state = Mutex((path == "-" || Self.endsWithLine(path) ? [] : [Self.newline], false))
    }

    /// Opens a file to write at its end; -1 for one that cannot be, such as a pipe without a reader, for which it does not wait.
    private static func open(_ path: String) -> Int32 {
        // The path lives as long as the call.
        unsafe Foundation.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    }

    /// Goes on in a new file if the last one was renamed or deleted; false if there can be none.
    private func isInPlace() -> Bool {
        var (file, named) = (stat(), stat())
        // The pointers are those of local values.
        let isKnown = unsafe fstat(descriptor, &file) == 0 && stat(path, &named) == 0
        if path == "-" || isKnown && (file.st_dev, file.st_ino) == (named.st_dev, named.st_ino) { return true }
        let new = Self.open(path)
        defer { close(new) }
        return dup2(new, descriptor) >= 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    }

    /// Whether a file is empty or ends with a line break, or is none, such as a pipe.
    private static func endsWithLine(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd(), end > 0 else {
            return true
        }
        try? file.seek(toOffset: end - 1)
        return (try? file.read(upToCount: 1)) == Data([newline])
    }

    /// Whether every line is written, which is tried again.
    var isWritten: Bool { (try? write([])) != nil }

    /// The lines that could not be written.
    var kept: String { state.withLock { String(decoding: $0.kept, as: UTF8.self) } }

    /// Carries out an act, and writes its line: with what it has changed, or with the error after which nobody knows that.
    ///
    /// After an error of the store that is so if a change was sent; and if the act is in many collaborations, after any error,
    /// since a part may be done. While an earlier line cannot be written, it throws status 503 in place of the act.
    ///
    /// - Parameter sets: What holds after the act, also if it held before: the line of the act that has set it may be lost.
    @discardableResult
    func record(
        _ line: AuditLine,
        sets: [AuditLine.Event] = [],
        _ act: () async throws -> [AuditLine.Event],
        unknown: () -> Void = {}
    ) async throws -> [AuditLine.Event] {
        try write([])
        var line = line
        let progress = Current((end: Date(), isSent: false))
        do {
            let events = try await Database.$progress.withValue(progress) { try await act() }
            line.events = events
            let changed = Set(events.map(\.subject))
            let repeated = sets.filter { !changed.contains($0.subject) }
            line.repeated = repeated.isEmpty ? nil : repeated
        } catch let error as CollaborationError {
            var isUnknown = line.collaboration == nil && error.status >= 500
            if case .store = error, progress.value.isSent { isUnknown = true }
            guard isUnknown else { throw error }
            unknown()
            line.outcomeUnknown = "\(error)"
            line.time = AuditLine.now
            try write(line)
            throw error
        }
        // After the change, so that what was done after the time of a backup is never in a line from before it, but before the next
        // one of the collaboration, whose line may be written first.
        line.time = AuditLine.text(of: progress.value.end)
        try write(line)
        return line.events ?? []
    }

    func write(_ line: AuditLine) throws {
        let bytes = Array((LineLogHandler.escaped(try line.json) + "\n").utf8)
        RequestCost.current?.add(written: bytes.count)
        try write(bytes)
    }

    private func write(_ line: [UInt8]) throws {
        let (isWritten, wasFailing) = state.withLock { state in
            let wasFailing = state.isFailing
            let bytes = state.kept + line
            guard !bytes.isEmpty else { return (true, wasFailing) }
            let rest = isInPlace() ? StandardStream.write(bytes, to: descriptor, waits: false) : bytes[...]
            // A line that was cut is written again: a command may write its own line behind the part.
            let start = bytes[..<rest.startIndex].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
            state.isFailing = !rest.isEmpty
            state.kept = rest.isEmpty ? [] : (start < rest.startIndex ? [Self.newline] : []) + bytes[start...]
            if mayLose, !line.isEmpty, rest.count >= line.count {
                lost.increment()
                state.kept.removeLast(line.count)
            }
            return (rest.isEmpty, wasFailing)
        }
        guard !isWritten else { return }
        if !wasFailing { logger.error("The audit log cannot be written", metadata: ["mayLose": "\(mayLose)"]) }
        guard !mayLose else { return }
        let headers: HTTPFields = [.retryAfter: "1"]
        throw HTTPError(.serviceUnavailable, headers: headers, message: "The audit log cannot be written.")
    }
}

import CollaborationCore
import Foundation
import Hummingbird
import Metrics
import Synchronization

/// Writes a line for each act before the act is answered, so that what was acknowledged is in the log.
///
/// A line that cannot be written is kept. Until it is written, its act and every later one are answered with 503.
final class AuditLog: Sendable {
    private let descriptor: Int32
    private let mayLose: Bool
    private let lost = Counter(label: "audit_lines_lost")

    /// What could not be written yet; the first line of it may be written in part.
    private let kept = Mutex<[UInt8]>([])

    /// - Parameters:
    ///   - path: A file, which is written at its end, or `-` for the standard output.
    ///   - mayLose: Whether a line that cannot be written is lost instead of kept.
    init(path: String, mayLose: Bool = false) throws(StartError) {
        // The path lives as long as the call.
        let file = { unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
        (descriptor, self.mayLose) = (path == "-" ? STDOUT_FILENO : file(), mayLose)
        guard descriptor >= 0 else {
            throw .configuration("audit.file is \"\(path)\": it is not a file that can be written.")
        }
    }

    /// Carries out an act, and writes its line: with what it has changed, or with the error after which nobody knows that.
    ///
    /// After an error of the store that is so; and if the act is in many collaborations, after any error, since a part may be
    /// done. While an earlier line cannot be written, it throws status 503 in place of the act.
    @discardableResult
    func record(
        _ line: AuditLine,
        _ act: () async throws -> [AuditLine.Event],
        unknown: () -> Void = {}
    ) async throws -> [AuditLine.Event] {
        try write([])
        var line = line
        do {
            line.events = try await act()
        } catch let error as CollaborationError {
            var isUnknown = line.collaboration == nil && error.status >= 500
            if case .store(let cause) = error { isUnknown = !(cause is Database.OtherVersion) }
            guard isUnknown else { throw error }
            unknown()
            line.outcomeUnknown = "\(error)"
            try write(line)
            throw error
        }
        try write(line)
        return line.events ?? []
    }

    func write(_ line: AuditLine) throws {
        let text = String(decoding: try JSONEncoder.sorted.encode(line), as: UTF8.self)
        let bytes = Array((LineLogHandler.escaped(text) + "\n").utf8)
        RequestCost.current?.add(written: bytes.count)
        try write(bytes)
    }

    private func write(_ line: [UInt8]) throws {
        let isWritten = kept.withLock { kept in
            let rest = StandardStream.write(kept + line, to: descriptor, waits: false)
            let isWhole = rest.count >= line.count && !line.isEmpty
            if isWhole, mayLose { lost.increment() }
            // The rest of a line that was written in part is never lost, so that the next one begins as a line.
            kept = Array(isWhole && mayLose ? rest.dropLast(line.count) : rest)
            return rest.isEmpty
        }
        guard !isWritten, !mayLose else { return }
        let headers: HTTPFields = [.retryAfter: "1"]
        throw HTTPError(.serviceUnavailable, headers: headers, message: "The audit log cannot be written.")
    }
}

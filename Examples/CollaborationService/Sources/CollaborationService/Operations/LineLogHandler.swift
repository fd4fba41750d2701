import Foundation
import Logging
import Metrics

/// Writes each message to the standard error, as one line of JSON.
///
/// A line that cannot be written, such as on a full disk, is lost and counted.
struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var write: @Sendable (String) -> Bool = { StandardStream.error.write($0, waits: false) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let metadata = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        var object = metadata.mapValues { "\($0)" }
        if let error = event.error { object["error"] = "\(error)" }
        object["time"] = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        object["level"] = event.level.rawValue
        object["message"] = "\(event.message)"
        let data = (try? JSONEncoder.sorted.encode(object)) ?? Data()
        // The encoder escapes only what JSON demands.
        let line = Self.escaped(String(decoding: data, as: UTF8.self))
        if !write(line + "\n") { Counter(label: "log_lines_lost").increment() }
    }

    /// Escapes what breaks a line, changes the order of what is printed, or is invisible, as JSON does: `\u202e`.
    static func escaped(_ text: String) -> String {
        // Most lines have none of these, and each act waits for its line.
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
        return text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned,
                _ where scalar.properties.isDefaultIgnorableCodePoint:
                scalar.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
            default: String(scalar)
            }
        }.joined()
    }
}

import Foundation
import Logging
import Metrics

/// Writes one line for each message to the standard error, plain or as JSON.
///
/// A line that cannot be written, such as on a full disk, is lost and counted.
struct LineLogHandler: LogHandler {
    let isJSON: Bool
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var write: @Sendable (String) -> Bool = { StandardStream.error.write($0, waits: false) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var values = metadata
        for source in [metadataProvider?.get(), event.metadata] {
            if let source { values.merge(source) { $1 } }
        }
        if let error = event.error { values["error"] = "\(error)" }
        let date = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let line = isJSON ? json(event, values, date) : plain(event, values, date)
        if !write(line) { Counter(label: "log_lines_lost").increment() }
    }

    private func plain(_ event: LogEvent, _ values: Logger.Metadata, _ date: String) -> String {
        let values = values.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.quoted("\($0.value)"))" }
        return "\(date) \(event.level) \(Self.onOneLine("\(event.message)"))\(values.joined())\n"
    }

    private func json(_ event: LogEvent, _ values: Logger.Metadata, _ date: String) -> String {
        var object = values.mapValues { "\($0)" }
        object["time"] = date
        object["level"] = event.level.rawValue
        object["message"] = "\(event.message)"
        let data = (try? JSONEncoder.sorted.encode(object)) ?? Data()
        // The encoder escapes only what JSON demands.
        return Self.onOneLine(String(decoding: data, as: UTF8.self)) { scalar in
            scalar.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
        } + "\n"
    }

    /// The value in quotation marks if it has other characters than words have, so that it cannot pass for two values.
    private static func quoted(_ value: String) -> String {
        let isWord = !value.isEmpty && value.utf8.allSatisfy { 33...126 ~= $0 && !"\"\\=".utf8.contains($0) }
        let escaped = onOneLine(value.replacing("\\", with: "\\\\")).replacing("\"", with: "\\\"")
        return isWord ? value : "\"\(escaped)\""
    }

    /// Escapes what breaks a line, changes the order of what is printed, or is invisible.
    static func onOneLine(
        _ text: String,
        escape: (Unicode.Scalar) -> String = { $0.escaped(asASCII: true) }
    ) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: escape(scalar)
            default: String(scalar)
            }
        }.joined()
    }
}

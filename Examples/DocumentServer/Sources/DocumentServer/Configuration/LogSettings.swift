import Logging

/// What is logged, and in which form.
struct LogSettings: Sendable {
    enum Format: String, CaseIterable { case plain, json }

    let level: Logger.Level
    let format: Format

    init(_ reader: SettingsReader) throws(StartError) {
        level = try reader.choice(.logLevel)
        format = try reader.choice(.logFormat)
    }
}

import Configuration
import Foundation
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

extension LogSettings.Format {
    /// The form that the arguments and the environment ask for, also if another setting is wrong.
    init(arguments: [String]) {
        let settings = Array(arguments.drop { !$0.hasPrefix("--") })
        let environment = SettingsReader([EnvironmentVariablesProvider()])
        let reader = (try? SettingsSources.reader(arguments: settings)) ?? environment
        self = (try? reader.choice(.logFormat)) ?? .plain
    }

    /// Prints a sentence on one line, or in JSON as a log message.
    func print(_ sentence: String, _ level: Logger.Level, to file: FileHandle) {
        let write: @Sendable (String) -> Void = { file.write(Data($0.utf8)) }
        guard self == .json else { return write(LineLogHandler.onOneLine(sentence) + "\n") }
        Logger(label: "CollaborationService") { _ in
            LineLogHandler(format: .json, logLevel: .trace, write: write)
        }.log(level: level, "\(sentence)")
    }
}

import Configuration
import Foundation

/// Where settings come from: the arguments, then the environment, then the files with secrets, then the JSON file.
enum SettingsSources {
    static func reader(
        arguments: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws(StartError) -> SettingsReader {
        try check(arguments)
        var providers: [any ConfigProvider] = [
            CommandLineArgumentsProvider(arguments: ["DocumentServer"] + arguments),
            EnvironmentVariablesProvider(environmentVariables: environment),
        ]
        let reader = SettingsReader(providers)
        if let path = try reader.text(.secretsDirectory) { providers.append(try await secrets(in: path)) }
        if let path = try reader.text(.configurationFile) { providers.append(try await file(at: path)) }
        return SettingsReader(providers)
    }

    /// Refuses an argument that is not a setting, and a secret that other processes could read.
    private static func check(_ arguments: [String]) throws(StartError) {
        var takesValue = false
        for argument in arguments {
            guard argument.hasPrefix("--") else {
                guard takesValue else {
                    throw .usage("\"\(argument)\" is neither a command nor a setting. Try --help.")
                }
                takesValue = false
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1)
            guard let setting = Setting.all.first(where: { $0.argument == parts[0] }) else {
                throw .usage("\(parts[0]) is not a setting. Try --help.")
            }
            guard !setting.isSecret else {
                throw .usage(
                    "\(setting.name) is a secret, and every process can read arguments."
                        + " Set \(setting.variable) in the environment or use a file."
                )
            }
            takesValue = parts.count == 1
        }
    }

    private static func secrets(in path: String) async throws(StartError) -> some ConfigProvider {
        do {
            return try await DirectoryFilesProvider(directoryPath: .init(path))
        } catch {
            throw .configuration("secrets is \"\(path)\": it is not a folder that can be read.")
        }
    }

    private static func file(at path: String) async throws(StartError) -> some ConfigProvider {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw .configuration("config is \"\(path)\": it is not a file that can be read.")
        }
        guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw .configuration("config is \"\(path)\": it is not a file with a JSON object.")
        }
        if let name = names(in: object).sorted().first(where: { name in
            !Setting.all.contains { $0.name == name }
        }) {
            throw .configuration("\(name) in the file \"\(path)\" is not a setting.")
        }
        do {
            return try await FileProvider<JSONSnapshot>(filePath: .init(path))
        } catch {
            throw .configuration("config is \"\(path)\": \(error).")
        }
    }

    /// The names of all values in an object, with dots between the levels.
    private static func names(in object: [String: Any]) -> [String] {
        object.flatMap { key, value in
            (value as? [String: Any]).map { names(in: $0).map { "\(key).\($0)" } } ?? [key]
        }
    }
}

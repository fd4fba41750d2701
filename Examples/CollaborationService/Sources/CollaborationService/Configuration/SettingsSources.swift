import Configuration
import Foundation

/// Where settings come from: the arguments, then the environment, then the files with secrets, then the JSON file.
enum SettingsSources {
    static func reader(
        arguments: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(StartError) -> SettingsReader {
        var providers: [any ConfigProvider] = [
            InMemoryProvider("arguments", try SettingsArguments.values(in: arguments)),
            EnvironmentVariablesProvider(environmentVariables: environment),
        ]
        let position = providers.endIndex
        if let path = try SettingsReader(providers).text(.configurationFile) {
            providers.append(InMemoryProvider("file", try SettingsFile.values(at: path)))
        }
        if let path = try SettingsReader(providers).text(.secretsDirectory) {
            providers.insert(InMemoryProvider("secrets", try SecretsFolder.values(in: path)), at: position)
        }
        return SettingsReader(providers)
    }
}

extension InMemoryProvider {
    fileprivate init(_ name: String, _ values: [Setting: String]) {
        let values = values.map { setting, text in
            (
                AbsoluteConfigKey(ConfigKey(setting.name)),
                ConfigValue(.string(text), isSecret: setting.isSecret)
            )
        }
        self.init(name: name, values: Dictionary(uniqueKeysWithValues: values))
    }
}

import Configuration
import Foundation

/// Reads settings from the arguments, then the environment, then the folder of secrets, then the JSON file.
///
/// A name that is no setting is an error in all of them but the environment.
struct SettingsReader {
    private var providers: [any ConfigProvider]

    init(
        _ arguments: some Sequence<String>,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws(StartError) {
        try Self.check(arguments)
        providers = [
            CommandLineArgumentsProvider(arguments: ["CollaborationService"] + arguments),
            EnvironmentVariablesProvider(environmentVariables: environment),
        ]
        let position = providers.endIndex
        if let path = try text(.config) { providers.append(try await Self.file(path)) }
        if let path = try text(.secrets) { providers.insert(try await Self.folder(path), at: position) }
    }

    /// Refuses an argument that is not a setting or is given twice, and a secret, because other processes can read it.
    private static func check(_ arguments: some Sequence<String>) throws(StartError) {
        var (needsValue, names) = (false, Set<Substring>())
        for argument in arguments {
            let name = argument.prefix { $0 != "=" }
            if needsValue, !argument.hasPrefix("--") {
                needsValue = false
            } else if let setting = Setting.all.first(where: { $0.argument == name }), names.insert(name).inserted {
                guard !setting.isSecret else {
                    throw .usage(
                        "Every process can read arguments: set \(setting.variable) in the environment or a file."
                    )
                }
                needsValue = name.utf8.count == argument.utf8.count
            } else {
                throw .usage("\"\(name)\" is neither a command nor a setting, or is given twice. Try --help.")
            }
        }
    }

    private static func file(_ path: String) async throws(StartError) -> any ConfigProvider {
        let (json, provider): (Any, FileProvider<JSONSnapshot>)
        do {
            json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
            provider = try await FileProvider(filePath: .init(path))
        } catch {
            let reason = (error as NSError).userInfo["NSDebugDescription"] ?? "it cannot be read, or is no JSON object"
            throw .configuration("config is \"\(path)\", and this file is wrong: \(reason)")
        }
        let known = Set(Setting.all.map(\.name))
        if let other = names(in: json).first(where: { !known.contains($0) }) {
            throw .configuration("\(other) in the file \"\(path)\" is not a setting.")
        }
        return provider
    }

    /// The names of the values of an object, and of the objects in it, with dots between them.
    private static func names(in json: Any) -> [String] {
        (json as? [String: Any] ?? [:]).flatMap { name, value in
            value is [String: Any] ? names(in: value).map { "\(name).\($0)" } : [name]
        }
    }

    /// Hidden files are not read: Kubernetes has its own among them.
    private static func folder(_ path: String) async throws(StartError) -> any ConfigProvider {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path),
            let provider = try? await DirectoryFilesProvider(directoryPath: .init(path))
        else { throw .configuration("secrets is \"\(path)\": it is not a folder that can be read.") }
        let known = Set(Setting.all.map(\.fileName))
        if let other = names.sorted().first(where: { !$0.hasPrefix(".") && !known.contains($0) }) {
            throw .configuration("\"\(other)\" in the folder \"\(path)\" is not a setting. One is challenge-key.")
        }
        return provider
    }

    private func find(_ setting: Setting, _ type: ConfigType) throws -> ConfigContent? {
        let key = AbsoluteConfigKey(ConfigKey(setting.name))
        for provider in providers {
            if let value = try provider.value(forKey: key, type: type).value { return value.content }
        }
        return nil
    }

    /// The value as text, with commas between those of an array; nil if there is neither a value nor a default value.
    func text(_ setting: Setting) throws(StartError) -> String? {
        do {
            switch try (try? find(setting, .string)) ?? find(setting, .stringArray) {
            case .string(let text) where !text.isEmpty: return text
            case .stringArray(let texts) where !texts.isEmpty: return texts.joined(separator: ",")
            case nil: return setting.defaultValue
            default: break
            }
        } catch {}
        throw .configuration("\(setting.name) is empty, or not text.")
    }

    func required(_ setting: Setting) throws(StartError) -> String {
        guard let text = try text(setting) else { throw .configuration("\(setting.name) is missing.") }
        return text
    }

    /// The values that commas separate, without the spaces around them.
    func list(_ setting: Setting) throws(StartError) -> [String] {
        let texts =
            try text(setting)?.components(separatedBy: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        guard !texts.contains("") else { throw .configuration("\(setting.name) has a value that is empty.") }
        return texts
    }

    func number(_ setting: Setting, in range: ClosedRange<Int>) throws(StartError) -> Int {
        do {
            let value = try find(setting, .int)
            if value == nil, let number = setting.defaultValue.flatMap({ Int($0) }) { return number }
            if case .int(let number) = value, range.contains(number) { return number }
        } catch {}
        throw .configuration("\(setting.name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }

    func flag(_ setting: Setting) throws(StartError) -> Bool {
        guard let value = try? find(setting, .bool) ?? .bool(false), case .bool(let flag) = value else {
            throw .configuration("\(setting.name) must be true or false.")
        }
        return flag
    }

    func choice<Choice>(_ setting: Setting) throws(StartError) -> Choice
    where Choice: CaseIterable & RawRepresentable<String> {
        let text = try required(setting)
        if let value = Choice(rawValue: text) { return value }
        let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw .configuration("\(setting.name) is \"\(text)\": it must be one of \(choices).")
    }

    /// The contents of the file that a setting names.
    func file(_ setting: Setting) throws(StartError) -> Data? {
        guard let path = try text(setting) else { return nil }
        if let data = try? Data(contentsOf: URL(filePath: path)) { return data }
        throw .configuration("\(setting.name) is \"\(path)\": it is not a file that can be read.")
    }

    /// The keys in base64 that commas separate, which are long enough and do not repeat the same bytes, as zeros do.
    ///
    /// In development mode the default is one that nobody can set: the first byte of the setting's name, 32 times.
    func keys(_ setting: Setting, _ mode: Settings.Mode) throws(StartError) -> [[UInt8]] {
        let texts = try list(setting)
        if texts.isEmpty {
            if mode == .development { return [[UInt8](repeating: setting.name.utf8.first ?? 0, count: 32)] }
            throw .configuration("\(setting.name) is missing. CollaborationService new-key makes one.")
        }
        return try texts.map { text throws(StartError) in
            // The length of the codes made with it (RFC 2104, RFC 7518). Of 2 to the power of 128 keys about one repeats itself.
            guard let bytes = Data(base64Encoded: text), bytes.base64EncodedString() == text, bytes.count >= 32,
                !(1...bytes.count / 2).contains(where: { bytes.dropFirst($0).elementsEqual(bytes.dropLast($0)) })
            else {
                throw .configuration("\(setting.name) has no 32 random bytes in base64, which new-key makes.")
            }
            return [UInt8](bytes)
        }
    }
}

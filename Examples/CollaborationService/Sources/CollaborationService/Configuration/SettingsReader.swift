import Configuration
import Foundation

/// Reads settings from the arguments, then the environment, then the folder of secrets, then the JSON file.
///
/// A name that is no setting is an error in all of them but the environment.
struct SettingsReader {
    private var providers: [any ConfigProvider]

    init(
        arguments: [String],
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
    private static func check(_ arguments: [String]) throws(StartError) {
        var (needsValue, names) = (false, Set<Substring>())
        for argument in arguments {
            guard argument.hasPrefix("--") else {
                guard needsValue else {
                    throw .usage("\"\(argument)\" is neither a command nor a setting. Try --help.")
                }
                needsValue = false
                continue
            }
            let name = argument.prefix { $0 != "=" }
            guard let setting = Setting.allCases.first(where: { $0.argument == name }) else {
                throw .usage("\(name) is not a setting. Try --help.")
            }
            guard !setting.isSecret else {
                throw .usage(
                    "\(setting.name) is a secret, and every process can read arguments."
                        + " Set \(setting.variable) in the environment or use a file."
                )
            }
            guard names.insert(name).inserted else { throw .usage("\(name) is given twice.") }
            needsValue = name.utf8.count == argument.utf8.count
        }
    }

    private static func file(_ path: String) async throws(StartError) -> any ConfigProvider {
        do {
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
            if let other = names(in: json).first(where: { name in
                !Setting.allCases.contains { $0.name == name }
            }) {
                throw StartError.configuration("\(other) in the file \"\(path)\" is not a setting.")
            }
            return try await FileProvider<JSONSnapshot>(filePath: .init(path))
        } catch let error as StartError {
            throw error
        } catch {
            let reason =
                (error as NSError).userInfo["NSDebugDescription"] ?? "it cannot be read, or is no JSON object"
            throw .configuration("config is \"\(path)\", and this file is wrong: \(reason)")
        }
    }

    /// The names of the values of an object, and of the objects in it, with dots between them.
    private static func names(in json: Any) -> [String] {
        guard let members = json as? [String: Any] else { return [] }
        return members.flatMap { name, value in
            value is [String: Any] ? names(in: value).map { "\(name).\($0)" } : [name]
        }
    }

    /// Hidden files are not read: Kubernetes has its own among them.
    private static func folder(_ path: String) async throws(StartError) -> any ConfigProvider {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path),
            let provider = try? await DirectoryFilesProvider(directoryPath: .init(path))
        else {
            throw .configuration("secrets is \"\(path)\": it is not a folder that can be read.")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            guard Setting.allCases.contains(where: { $0.fileName == name }) else {
                throw .configuration(
                    "\"\(name)\" in the folder \"\(path)\" is not a setting. Its files have names such as challenge-key."
                )
            }
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

    /// The value as text; nil if the setting has neither a value nor a default value.
    ///
    /// An array has commas between its texts.
    func text(_ setting: Setting) throws(StartError) -> String? {
        let text: String?
        do {
            text = try find(setting, .string).map { if case .string(let text) = $0 { text } else { "" } }
        } catch {
            guard case .stringArray(let texts) = try? find(setting, .stringArray) else {
                throw .configuration("\(setting.name) must be text.")
            }
            text = texts.joined(separator: ",")
        }
        guard text?.isEmpty != true else { throw .configuration("\(setting.name) is empty.") }
        return text ?? setting.defaultValue
    }

    func required(_ setting: Setting) throws(StartError) -> String {
        guard let text = try text(setting) else { throw .configuration("\(setting.name) is missing.") }
        return text
    }

    /// The values that commas separate.
    func list(_ setting: Setting) throws(StartError) -> [String] {
        (try text(setting) ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    func number(_ setting: Setting, in range: ClosedRange<Int>) throws(StartError) -> Int {
        do {
            let value = try find(setting, .int)
            if value == nil, let number = setting.defaultValue.flatMap({ Int($0) }) { return number }
            if case .int(let number) = value, range.contains(number) { return number }
        } catch {}
        throw .configuration(
            "\(setting.name) must be a whole number from \(range.lowerBound) to \(range.upperBound)."
        )
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
        guard let value = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .configuration("\(setting.name) is \"\(text)\": it must be one of \(choices).")
        }
        return value
    }

    /// The contents of the file that a setting names.
    func file(_ setting: Setting) throws(StartError) -> Data? {
        guard let path = try text(setting) else { return nil }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw .configuration("\(setting.name) is \"\(path)\": it is not a file that can be read.")
        }
        return data
    }

    /// The keys in base64 that commas separate, which are long enough and do not repeat the same bytes, as zeros do.
    func keys(_ setting: Setting) throws(StartError) -> [[UInt8]] {
        try list(setting).map { text throws(StartError) in
            guard let bytes = Data(base64Encoded: text), bytes.base64EncodedString() == text else {
                throw .configuration(
                    "\(setting.name) is not base64. CollaborationService new-key makes a key."
                )
            }
            // The length of the codes made with it (RFC 2104, RFC 7518).
            guard bytes.count >= 32 else {
                throw .configuration("\(setting.name) has \(bytes.count) bytes, and at least 32 are needed.")
            }
            // Of 32 random bytes about one key in 2 to the power of 128 does so.
            let shifts = 1...bytes.count / 2
            guard !shifts.contains(where: { bytes.dropFirst($0).elementsEqual(bytes.dropLast($0)) }) else {
                throw .configuration(
                    "\(setting.name) repeats the same bytes. CollaborationService new-key makes a key."
                )
            }
            return [UInt8](bytes)
        }
    }
}

/// A value that no description and no dump shows.
struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
    let value: Value

    init(_ value: Value) { self.value = value }

    var description: String { "Secret" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

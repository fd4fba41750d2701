import Configuration
import Foundation

/// Reads settings by their types, and names the setting in the sentence about a value that is wrong.
struct SettingsReader {
    private let reader: ConfigReader

    init(_ providers: [any ConfigProvider]) {
        reader = ConfigReader(providers: providers)
    }

    /// The value as text; nil if the setting has neither a value nor a default value.
    func text(_ setting: Setting) throws(StartError) -> String? {
        let text = reader.string(forKey: ConfigKey(setting.name), isSecret: setting.isSecret)
        guard text?.isEmpty != true else { throw .configuration("\(setting.name) is empty.") }
        return text ?? setting.defaultValue
    }

    /// The values that commas separate.
    func list(_ setting: Setting) throws(StartError) -> [String] {
        (try text(setting) ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    func required(_ setting: Setting) throws(StartError) -> String {
        guard let text = try text(setting) else { throw .configuration("\(setting.name) is missing.") }
        return text
    }

    /// The keys in base64 that commas separate.
    func keys(_ setting: Setting) throws(StartError) -> [[UInt8]] {
        try list(setting).map { text throws(StartError) in try setting.keyBytes(text) }
    }

    func number<Number>(_ setting: Setting, in range: ClosedRange<Number>) throws(StartError) -> Number
    where Number: LosslessStringConvertible {
        let text = try required(setting)
        guard let value = Number(text), range.contains(value) else {
            let kind = Number.self == Int.self ? "a whole number" : "a number"
            throw fault(setting, text, "must be \(kind) from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func seconds(_ setting: Setting, in range: ClosedRange<Int>) throws(StartError) -> Duration {
        .seconds(try number(setting, in: range))
    }

    func choice<Choice>(_ setting: Setting) throws(StartError) -> Choice
    where Choice: CaseIterable & RawRepresentable<String> {
        let text = try required(setting)
        guard let value = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(setting, text, "must be one of \(choices)")
        }
        return value
    }

    func flag(_ setting: Setting) throws(StartError) -> Bool {
        let text = try required(setting)
        guard let value = Bool(text) else { throw fault(setting, text, "must be true or false") }
        return value
    }

    /// The contents of the file that a setting names.
    func file(_ setting: Setting) throws(StartError) -> Data? {
        guard let path = try text(setting) else { return nil }
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            throw fault(setting, path, "is not a file that can be read")
        }
    }

    private func fault(_ setting: Setting, _ value: String, _ rule: String) -> StartError {
        .configuration("\(setting.name) is \(setting.isSecret ? "set" : "\"\(value)\""): it \(rule).")
    }
}

/// A value that no description and no dump shows.
struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
    let value: Value

    init(_ value: Value) { self.value = value }

    var description: String { "Secret" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

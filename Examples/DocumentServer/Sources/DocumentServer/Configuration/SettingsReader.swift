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

    func integer(_ setting: Setting, in range: ClosedRange<Int>) throws(StartError) -> Int {
        let text = try required(setting)
        guard let value = Int(text), range.contains(value) else {
            throw fault(
                setting,
                text,
                "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return value
    }

    func seconds(_ setting: Setting, in range: ClosedRange<Int>) throws(StartError) -> Duration {
        .seconds(try integer(setting, in: range))
    }

    func number(_ setting: Setting, in range: ClosedRange<Double>) throws(StartError) -> Double {
        let text = try required(setting)
        guard let value = Double(text), range.contains(value) else {
            throw fault(setting, text, "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
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

import CollaborationCore
import Foundation

/// The settings in a JSON file.
///
/// A name may be written with dots, as in `{"http.port": 8081}`, or as nested objects, as in `{"http": {"port": 8081}}`.
struct SettingsFile {
    private let path: String
    private var values: [Setting: String] = [:]

    /// Reads the file.
    ///
    /// Refuses a name that is not a setting or occurs twice, in whatever form, and a value of another type than the
    /// setting has.
    static func values(at path: String) throws(StartError) -> [Setting: String] {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw .configuration("config is \"\(path)\": it is not a file that can be read.")
        }
        let root: JSONSetting
        do {
            root = try StrictJSONDecoder().decode(JSONSetting.self, from: data)
        } catch {
            throw .configuration("config is \"\(path)\", and this file is wrong\(reason(error, in: data)).")
        }
        guard case .object(let members) = root else {
            throw .configuration("config is \"\(path)\": it is not a file with a JSON object.")
        }
        var file = SettingsFile(path: path)
        try file.add(members, within: "")
        return file.values
    }

    private init(path: String) { self.path = path }

    private mutating func add(_ members: [String: JSONSetting], within group: String) throws(StartError) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let name = group + name
            if case .object(let members) = value,
                Setting.allCases.contains(where: { $0.name.hasPrefix(name + ".") })
            {
                try add(members, within: name + ".")
            } else {
                try add(value, named: name)
            }
        }
    }

    private mutating func add(_ value: JSONSetting, named name: String) throws(StartError) {
        guard let setting = Setting.allCases.first(where: { $0.name == name }) else {
            throw .configuration("\(name) in the file \"\(path)\" is not a setting.")
        }
        guard setting != .configurationFile else {
            throw .configuration("config in the file \"\(path)\" has no effect. Name one file.")
        }
        guard values[setting] == nil else {
            throw .configuration("\(name) occurs twice in the file \"\(path)\".")
        }
        switch (value, setting.kind) {
        case (.text(let text), _), (.number(let text), .number), (.flag(let text), .flag):
            values[setting] = text
        case (.list([]), .list): break
        case (.list(let texts), .list): values[setting] = texts.joined(separator: ",")
        case (_, let kind):
            throw .configuration("\(name) in the file \"\(path)\" must be \(kind.rawValue).")
        }
    }

    /// The rule that the text breaks and the line, if they are known.
    private static func reason(_ error: any Error, in text: Data) -> String {
        guard let error = error as? MalformedJSONError else { return "" }
        let line = text.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
        return " in line \(line): \(error.rule.rawValue)"
    }
}

/// A value in the file.
private indirect enum JSONSetting: Decodable {
    case text(String)
    case number(String)
    case flag(String)
    case list([String])
    case object([String: JSONSetting])

    /// Null, an array of anything but texts, or a number that is too large.
    case other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let integer = try? value.decode(Int.self) {
            self = .number("\(integer)")
        } else if let number = try? value.decode(Double.self) {
            self = .number("\(number)")
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag("\(flag)")
        } else if let texts = try? value.decode([String].self) {
            self = .list(texts)
        } else if let members = try? value.decode([String: Self].self) {
            self = .object(members)
        } else {
            self = .other
        }
    }
}

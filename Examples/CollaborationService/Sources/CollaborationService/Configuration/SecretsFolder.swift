import Foundation

/// The settings in a folder with a file for each, as Docker, Kubernetes and systemd provide it.
enum SecretsFolder {
    /// Reads all files of the folder, without white space around the value.
    ///
    /// Refuses a file whose name is not that of a setting. Hidden files are not read: Kubernetes has its own among them.
    static func values(in path: String) throws(StartError) -> [Setting: String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw .configuration("secrets is \"\(path)\": it is not a folder that can be read.")
        }
        var values: [Setting: String] = [:]
        for name in names.sorted() where !name.hasPrefix(".") {
            guard let setting = Setting.allCases.first(where: { $0.fileName == name }),
                setting != .configurationFile, setting != .secretsDirectory
            else {
                throw .configuration(
                    "\"\(name)\" in the folder \"\(path)\" is not a setting. Its files have names such as challenge-key."
                )
            }
            let file = URL(filePath: path).appending(path: name)
            guard let data = try? Data(contentsOf: file), let text = String(validating: data, as: UTF8.self)
            else {
                throw .configuration("\"\(file.path)\" is not a text file that can be read.")
            }
            values[setting] = text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return values
    }
}

/// The settings on the command line.
enum SettingsArguments {
    /// Reads arguments such as `--http-port 8081` and `--http-port=8081`.
    ///
    /// Refuses an argument that is not a setting, that has no value, or that is given twice. Refuses a secret, because
    /// other processes can read it.
    static func values(in arguments: [String]) throws(StartError) -> [Setting: String] {
        var values: [Setting: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                throw .usage("\"\(argument)\" is neither a command nor a setting. Try --help.")
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let setting = Setting.allCases.first(where: { $0.argument == parts[0] }) else {
                throw .usage("\(parts[0]) is not a setting. Try --help.")
            }
            guard !setting.isSecret else {
                throw .usage(
                    "\(setting.name) is a secret, and every process can read arguments."
                        + " Set \(setting.variable) in the environment or use a file."
                )
            }
            guard values[setting] == nil else { throw .usage("\(setting.argument) is given twice.") }
            if parts.count == 2 {
                values[setting] = String(parts[1])
            } else if let value = rest.first, !value.hasPrefix("--") {
                values[setting] = rest.removeFirst()
            } else if setting.kind == .flag {
                values[setting] = "true"
            } else {
                throw .usage("\(setting.argument) needs a value.")
            }
        }
        return values
    }
}

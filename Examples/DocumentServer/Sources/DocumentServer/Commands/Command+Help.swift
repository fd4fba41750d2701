extension Command {
    /// The commands and the settings.
    static let usage = """
        DocumentServer [serve] [SETTINGS]    serves until SIGTERM or SIGINT
        DocumentServer token ACCOUNT [--lifetime SECONDS] [SETTINGS]
                                             prints a token for an account, for a day if no lifetime is given
        DocumentServer new-key               prints a new key
        DocumentServer --help                prints this

        A setting is an argument, a variable of the environment, or a value in a JSON file, in this order:
        --http-port 8081, HTTP_PORT=8081, {"http": {"port": 8081}} in the file that --config names.

        \(settings)
        """

    private static var settings: String {
        Setting.all.map { setting in
            let name = setting.isSecret ? setting.variable : setting.argument
            let value = setting.defaultValue.map { " (\($0))" } ?? ""
            return
                "  \(name)\(String(repeating: " ", count: max(1, 28 - name.count)))\(setting.summary)\(value)"
        }.joined(separator: "\n")
    }
}

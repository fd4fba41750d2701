/// All settings of the server, each of them valid.
struct Settings: Sendable {
    enum Mode: String, CaseIterable { case development, production }

    let mode: Mode
    let http: HTTPSettings
    let database: DatabaseSettings
    let challenges: ChallengeSettings
    let accounts: AccountSettings
    let limits: LimitSettings
    let log: LogSettings

    /// Reads all settings.
    ///
    /// - Parameters:
    ///   - reader: Knows where the settings come from.
    ///   - makesKeys: Whether the keys of development mode are made if there are none.
    /// - Throws: ``StartError`` for a setting that is wrong or missing.
    init(_ reader: SettingsReader, makesKeys: Bool = true) throws(StartError) {
        mode = try reader.choice(.mode)
        http = try HTTPSettings(reader, mode: mode)
        database = try DatabaseSettings(reader, mode: mode)
        var keyFile: KeyFile?
        let keys = (try reader.text(.challengeKey), try reader.text(.accountSecret))
        if mode == .development, keys.0 == nil || keys.1 == nil {
            keyFile = try KeyFile(beside: database.file, isMade: makesKeys)
        }
        challenges = try ChallengeSettings(reader, keyFile)
        accounts = try AccountSettings(reader, keyFile, mode: mode)
        limits = try LimitSettings(reader)
        log = try LogSettings(reader)
        try Self.checkKeys(reader)
    }

    /// Refuses a key that is used twice: whoever may issue tokens could issue challenges too.
    private static func checkKeys(_ reader: SettingsReader) throws(StartError) {
        let keys = Set(try reader.keys(.challengeKey) + reader.keys(.formerChallengeKeys))
        for setting in [Setting.accountSecret, .formerAccountSecrets]
        where try !keys.isDisjoint(with: reader.keys(setting)) {
            throw .configuration("\(setting.name) is a key of challenges too. Make another one.")
        }
    }
}

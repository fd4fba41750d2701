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

    init(_ reader: SettingsReader) throws(StartError) {
        mode = try reader.choice(.mode)
        http = try HTTPSettings(reader, mode: mode)
        database = try DatabaseSettings(reader)
        let keyFile = mode == .development ? try KeyFile(besides: database.file) : nil
        challenges = try ChallengeSettings(reader, keyFile)
        accounts = try AccountSettings(reader, keyFile)
        limits = try LimitSettings(reader)
        log = try LogSettings(reader)
    }
}

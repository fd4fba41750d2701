/// Where the data is kept.
struct DatabaseSettings: Sendable {
    /// The file of SQLite, which is used if there is no URL.
    let file: String

    /// The URL of a PostgreSQL database, which may have a password.
    let url: Secret<String>?

    let connectionCount: Int

    init(_ reader: SettingsReader) throws(StartError) {
        file = try reader.required(.databasePath)
        url = try reader.text(.databaseURL).map(Secret.init)
        connectionCount = try reader.integer(.databaseConnections, in: 1...1000)
        #if !PostgreSQL
            guard url == nil else {
                throw .configuration(
                    "database.url is set, and this server was built without PostgreSQL."
                        + " Build it with --traits PostgreSQL."
                )
            }
        #endif
    }
}

import GRDB

extension SQLiteDatabase {
    /// The version of the tables.
    static let schemaVersion = 2

    /// Makes tables if they are absent.
    ///
    /// - Parameters:
    ///   - part: A name for the tables.
    ///   - script: The SQL that makes them.
    /// - Throws: ``SQLiteDatabaseError/otherSchema(version:knownVersion:)`` if a server of another version has made tables in
    ///   the file; then nothing has changed.
    func makeTables(_ part: String, script: String) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS schema_version (part TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID
                    """
            )
            let versions = try Row.fetchAll(database, sql: "SELECT part, version FROM schema_version")
            // Version 1 has other names, and a server of it adds its own beside these.
            let own = versions.first { $0["part"] == part }
            for row in own.map({ [$0] }) ?? versions where row["version"] != Self.schemaVersion {
                throw SQLiteDatabaseError.otherSchema(
                    version: row["version"],
                    knownVersion: Self.schemaVersion
                )
            }
            guard own == nil else { return }
            try database.execute(sql: script)
            try database.execute(
                sql: "INSERT INTO schema_version VALUES (?, ?)",
                arguments: [part, Self.schemaVersion]
            )
        }
    }
}

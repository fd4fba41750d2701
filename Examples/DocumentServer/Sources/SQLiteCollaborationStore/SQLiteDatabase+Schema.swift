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
            if let other = versions.map({ $0["version"] as Int }).first(where: { $0 != Self.schemaVersion }) {
                throw SQLiteDatabaseError.otherSchema(version: other, knownVersion: Self.schemaVersion)
            }
            guard !versions.contains(where: { $0["part"] == part }) else { return }
            try database.execute(sql: script)
            try database.execute(
                sql: "INSERT INTO schema_version VALUES (?, ?)",
                arguments: [part, Self.schemaVersion]
            )
        }
    }
}

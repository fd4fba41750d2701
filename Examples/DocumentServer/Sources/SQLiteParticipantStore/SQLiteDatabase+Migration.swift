import GRDB

extension SQLiteDatabase {
    /// Makes the tables of one part of a server, or brings those of an older version up to date.
    ///
    /// Each step runs once in the life of the file, in one transaction with the others that are missing. A new version
    /// of the server adds a step and changes none.
    ///
    /// - Parameters:
    ///   - part: The name of the part.
    ///   - steps: The SQL of each version, from the first one.
    /// - Throws: ``SQLiteDatabaseError/newerSchema(part:version:knownVersion:)`` if a newer server has written the
    ///   file; then nothing has changed.
    public func migrate(_ part: String, steps: [String]) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS schema_version (part TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID
                    """
            )
            let sql = "SELECT version FROM schema_version WHERE part = ?"
            let version = try Int.fetchOne(database, sql: sql, arguments: [part]) ?? 0
            guard version <= steps.count else {
                throw SQLiteDatabaseError.newerSchema(
                    part: part,
                    version: version,
                    knownVersion: steps.count
                )
            }
            for step in steps.dropFirst(version) { try database.execute(sql: step) }
            try database.execute(
                sql: "INSERT OR REPLACE INTO schema_version VALUES (?, ?)",
                arguments: [part, steps.count]
            )
        }
    }
}

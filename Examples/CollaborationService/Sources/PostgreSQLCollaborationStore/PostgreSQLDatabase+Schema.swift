extension PostgreSQLDatabase {
    /// The version of the tables.
    static let schemaVersion: Int64 = 2

    /// Makes tables if they are absent.
    ///
    /// Several servers may do so at once.
    ///
    /// - Parameters:
    ///   - name: A name for the tables, under which their version is kept in the table `schema_version`.
    ///   - script: The statements that make the tables, separated by semicolons.
    /// - Throws: `PostgreSQLError.otherSchema` if a server of another version has made tables in the database.
    func makeTables(_ name: String, script: String) async throws {
        // An arbitrary number. The lock is held until the end of the transaction.
        let lock = "SELECT pg_advisory_xact_lock(4242704914);"
        try await run(
            script: """
                BEGIN; \(lock)
                CREATE TABLE IF NOT EXISTS schema_version (name BYTEA PRIMARY KEY, version BIGINT NOT NULL);
                COMMIT;
                """
        )
        let rows = try await read(PostgreSQLQuery("SELECT name, version FROM schema_version")).rows
        // Version 1 has other names, and a server of it adds its own beside these.
        let own = try rows.first { try $0.bytes(0).elementsEqual(name.utf8) }
        for row in own.map({ [$0] }) ?? rows where try row.integer(1) != Self.schemaVersion {
            throw PostgreSQLError.otherSchema(version: try row.integer(1), knownVersion: Self.schemaVersion)
        }
        guard own == nil else { return }
        do {
            try await run(
                script: """
                    BEGIN; \(lock)
                    INSERT INTO schema_version VALUES ('\(name)', \(Self.schemaVersion));
                    \(script);
                    COMMIT;
                    """
            )
        } catch PostgreSQLError.statementFailed(sqlState: "23505", _) {
            // Another server has made the tables while this one waited for the lock.
        }
    }
}

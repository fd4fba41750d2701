extension PostgreSQLDatabase {
    /// Makes tables if they are absent.
    ///
    /// Several servers may do so at once.
    ///
    /// - Parameters:
    ///   - name: A name for the tables, under which their version is kept in the table `schema_version`.
    ///   - version: The version that the script makes.
    ///   - script: The statements that make the tables, separated by semicolons.
    ///   - filling: Runs statements once the tables are made.
    /// - Throws: `PostgreSQLError.newerSchema` if the tables have a higher version, or what `transaction(_:)` throws.
    public func makeTables(
        _ name: String,
        version: Int64,
        script: String,
        filling: @escaping @Sendable (PostgreSQLConnection) throws -> Void = { _ in }
    ) async throws {
        // A serializable transaction would see the tables as they were before it waited for the lock.
        let found = try await transaction("BEGIN ISOLATION LEVEL READ COMMITTED") { connection in
            // An arbitrary number. The lock is held until the end of the transaction.
            try connection.run(script: "SELECT pg_advisory_xact_lock(4242704914)")
            try connection.run(
                script:
                    "CREATE TABLE IF NOT EXISTS schema_version (name BYTEA PRIMARY KEY, version BIGINT NOT NULL)"
            )
            let key: [String: PostgreSQLValue] = ["name": .utf8(name)]
            let rows = try connection.run(
                PostgreSQLQuery("SELECT version FROM schema_version WHERE name = :name", key)
            ).rows
            if let row = rows.first { return try row.integer(0) }
            try connection.run(script: script)
            try filling(connection)
            let record: PostgreSQLStatement =
                "INSERT INTO schema_version (name, version) VALUES (:name, :version)"
            _ = try connection.run(
                PostgreSQLQuery(record, ["name": .utf8(name), "version": .integer(version)])
            )
            return version
        }
        guard found <= version else { throw PostgreSQLError.newerSchema(name: name, version: found) }
    }
}

/// A connection on a thread of its own, opened when it is needed and again after it was lost.
actor PooledConnection {
    private nonisolated let executor = SerialQueueExecutor(label: "PostgreSQL connection")
    private let string: ConnectionString
    private let limits: PostgreSQLTimeLimits
    private var connection: PostgreSQLConnection?

    // The actor keeps the executor alive.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(_ string: ConnectionString, limits: PostgreSQLTimeLimits) {
        self.string = string
        self.limits = limits
    }

    /// Opens the connection if it is not open.
    func open() throws(PostgreSQLError) {
        _ = try ready()
    }

    func close() {
        connection = nil
    }

    /// Runs a transaction once.
    func transaction<Value: Sendable>(
        _ beginning: [PostgreSQLStatement],
        _ body: @Sendable (PostgreSQLConnection) throws -> Value
    ) throws -> Value {
        let connection = try ready()
        connection.begin(beginning)
        defer { connection.rollBack() }
        do {
            let value = try body(connection)
            try connection.commit()
            return value
        } catch {
            // What the body threw may be a consequence of what PostgreSQL has reported.
            throw connection.failure ?? error
        }
    }

    /// Runs statements as one transaction, and in one round trip.
    func run(_ queries: [PostgreSQLQuery]) throws(PostgreSQLError) -> [PostgreSQLResult] {
        let connection = try ready()
        defer { connection.rollBack() }
        return try connection.exchange(queries)
    }

    private func ready() throws(PostgreSQLError) -> PostgreSQLConnection {
        if let connection, connection.isReady { return connection }
        // Give the old one up first, so that the server never has two for this one.
        close()
        let opened = try PostgreSQLConnection.open(string, limits: limits)
        connection = opened
        return opened
    }
}

/// A connection on a thread of its own, opened when it is needed and again after it was lost.
actor PooledConnection {
    private nonisolated let executor = SerialQueueExecutor(label: "PostgreSQL connection")
    private let string: ConnectionString
    private let limits: PostgreSQLTimeLimits
    private var connection: PostgreSQLConnection?

    // The actor keeps the executor alive.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(_ string: ConnectionString, limits: PostgreSQLTimeLimits) {
        (self.string, self.limits) = (string, limits)
    }

    /// Opens the connection if it is not open.
    func open() throws(PostgreSQLError) {
        _ = try ready()
    }

    func close() {
        connection = nil
    }

    /// Runs statements in one transaction.
    func run(_ queries: [PostgreSQLQuery]) throws(PostgreSQLError) -> [PostgreSQLResult] {
        try ready().run(queries)
    }

    /// Runs statements without parameters, separated by semicolons.
    func run(script: String) throws(PostgreSQLError) {
        try ready().run(script: script)
    }

    private func ready() throws(PostgreSQLError) -> PostgreSQLConnection {
        if let connection, connection.isReady, !connection.hasUnexpectedInput { return connection }
        // Give the old one up first, so that the server never has two for this one.
        close()
        let opened = try PostgreSQLConnection.open(string, limits: limits)
        connection = opened
        return opened
    }
}

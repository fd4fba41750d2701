/// A connection on a thread of its own, opened when it is needed and again after it was lost.
actor ReopenedConnection {
    private nonisolated let executor = SerialQueueExecutor(label: "PostgreSQL connection")
    private let string: ConnectionString
    private let limits: PostgreSQLTimeLimits
    private var connection: PostgreSQLConnection?
    private var isClosed = false

    // The actor keeps the executor alive.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(_ string: ConnectionString, limits: PostgreSQLTimeLimits) {
        (self.string, self.limits) = (string, limits)
    }

    /// Closes the connection for good.
    func close() { (connection, isClosed) = (nil, true) }

    /// Runs statements that only read in one transaction.
    ///
    /// They are sent again if the connection is lost, once: a second loss has another reason than a restart of the server.
    func read(_ queries: [PostgreSQLQuery]) throws -> [[[PostgreSQLValue]]] {
        do {
            return try ready().run(queries)
        } catch PostgreSQLError.connectionLost {
            return try ready().run(queries)
        }
    }

    /// Runs statements that write in one transaction.
    func write(_ queries: [PostgreSQLQuery]) throws -> [[[PostgreSQLValue]]] {
        do {
            return try ready().run(queries)
        } catch PostgreSQLError.connectionLost(let reason) {
            throw PostgreSQLError.outcomeUnknown(reason: reason)
        }
    }

    /// Runs statements without parameters, separated by semicolons; opens the connection for none.
    func run(script: String = "SELECT") throws { try ready().run(script: script) }

    private func ready() throws(PostgreSQLError) -> PostgreSQLConnection {
        guard !isClosed else { throw .closed }
        if let connection, connection.isReady, !connection.hasUnexpectedInput { return connection }
        // Give the old one up first, so that this has never two.
        connection = nil
        let opened = try PostgreSQLConnection.open(string, limits: limits)
        connection = opened
        return opened
    }
}

/// A PostgreSQL database: a number of connections that run one group of statements at a time.
///
/// Each connection has a thread of its own, so that a statement blocks no thread of the tasks or of a network library.
/// A lost connection is opened again when it is next needed. Statements that wait at the same time are sent and committed
/// together.
public final class PostgreSQLDatabase: Sendable {
    private let pool: Pool<PooledConnection>
    private let reads, writes: QueryGroups

    /// Opens the connections.
    ///
    /// - Parameters:
    ///   - connectionString: `postgresql://user:password@host:port/database`, or another form that libpq reads.
    ///   - connectionCount: The number of connections, at least one. All servers together must stay below
    ///     PostgreSQL's `max_connections`.
    ///   - waiterLimit: The number of reads, and of writes, that may wait for a connection at a time.
    ///   - timeLimits: How long things may take.
    /// - Throws: `PostgreSQLError`, a sentence without the password.
    public init(
        _ connectionString: String,
        connectionCount: Int,
        waiterLimit: Int = 1000,
        timeLimits: PostgreSQLTimeLimits = PostgreSQLTimeLimits()
    ) async throws(PostgreSQLError) {
        let string = try ConnectionString(connectionString)
        let connections = (0..<max(1, connectionCount)).map { _ in
            PooledConnection(string, limits: timeLimits)
        }
        let pool = Pool(connections, waiterLimit: waiterLimit, waitingLimit: timeLimits.waiting)
        self.pool = pool
        reads = QueryGroups(waiterLimit: waiterLimit) { queries in
            try await pool.withElement { connection in
                do {
                    return try await connection.run(queries)
                } catch PostgreSQLError.connectionLost {
                    return try await connection.run(queries)
                }
            }
        }
        writes = QueryGroups(waiterLimit: waiterLimit) { queries in
            try await pool.withElementKnowingOutcome { try await $0.run(queries) }
        }
        for connection in connections { try await connection.open() }
    }

    /// Runs a statement that only reads.
    ///
    /// It is sent again if the connection is lost, once: a second loss has another reason than a restart of the server.
    ///
    /// - Parameter query: The statement with its parameters.
    /// - Returns: The result.
    /// - Throws: `CancellationError` or `PostgreSQLError`.
    public func read(_ query: PostgreSQLQuery) async throws -> PostgreSQLResult {
        try await reads.run(query)
    }

    /// Runs a statement that writes, in a transaction with others that wait, and returns after the commit.
    ///
    /// - Parameters:
    ///   - query: The statement with its parameters.
    ///   - order: What the statement locks. All servers lock in the order of these bytes.
    /// - Returns: The result.
    /// - Throws: `CancellationError` or `PostgreSQLError`. Only after its `outcomeUnknown` the statement may be done.
    public func write(_ query: PostgreSQLQuery, order: [UInt8] = []) async throws -> PostgreSQLResult {
        try await writes.run(query, order: order)
    }

    /// Refuses all who wait for a connection or ask for one from now on, waits until the open statements have ended, and
    /// closes the connections.
    public func close() async {
        for connection in await pool.close() { await connection.close() }
    }

    /// Runs statements without parameters, separated by semicolons.
    func run(script: String) async throws {
        try await pool.withElementKnowingOutcome { try await $0.run(script: script) }
    }
}

extension Pool<PooledConnection> {
    fileprivate func withElementKnowingOutcome<Value>(
        _ body: (PooledConnection) async throws -> Value
    ) async throws -> Value {
        try await withElement { connection in
            do {
                return try await body(connection)
            } catch PostgreSQLError.connectionLost(let reason) {
                throw PostgreSQLError.outcomeUnknown(reason: reason)
            }
        }
    }
}

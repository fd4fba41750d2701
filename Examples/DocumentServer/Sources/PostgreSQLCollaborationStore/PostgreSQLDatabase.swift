/// A PostgreSQL database: a number of connections that run one statement at a time.
///
/// Each connection has a thread of its own, so that a statement blocks no thread of the tasks or of a network library.
/// A lost connection is opened again when it is next needed.
public final class PostgreSQLDatabase: Sendable {
    private let pool: Pool<PooledConnection>

    /// Opens the connections.
    ///
    /// - Parameters:
    ///   - connectionString: `postgresql://user:password@host:port/database`, or another form that libpq reads.
    ///   - connectionCount: The number of connections, at least one. All servers together must stay below
    ///     PostgreSQL's `max_connections`.
    ///   - waiterLimit: The number of callers that may wait for a connection at a time.
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
        pool = Pool(connections, waiterLimit: waiterLimit, waitingLimit: timeLimits.waiting)
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
        try await pool.withElement { connection in
            do {
                return try await connection.run(query)
            } catch PostgreSQLError.connectionLost {
                return try await connection.run(query)
            }
        }
    }

    /// Runs a statement that writes: a transaction of its own, in one round trip.
    ///
    /// - Parameter query: The statement with its parameters.
    /// - Returns: The result.
    /// - Throws: `CancellationError` or `PostgreSQLError`. Only after its `outcomeUnknown` the statement may be done.
    public func write(_ query: PostgreSQLQuery) async throws -> PostgreSQLResult {
        try await knowingOutcome { try await $0.run(query) }
    }

    /// Refuses all who wait for a connection or ask for one from now on, waits until the open statements have ended, and
    /// closes the connections.
    public func close() async {
        for connection in await pool.close() { await connection.close() }
    }

    /// Runs statements without parameters, separated by semicolons.
    func run(script: String) async throws {
        try await knowingOutcome { try await $0.run(script: script) }
    }

    private func knowingOutcome<Value>(_ body: (PooledConnection) async throws -> Value) async throws -> Value
    {
        try await pool.withElement { connection in
            do {
                return try await body(connection)
            } catch PostgreSQLError.connectionLost(let reason) {
                throw PostgreSQLError.outcomeUnknown(reason: reason)
            }
        }
    }
}

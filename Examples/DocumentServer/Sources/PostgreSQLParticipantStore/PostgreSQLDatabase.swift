/// A PostgreSQL database: a number of connections, and transactions that are repeated when they conflict.
///
/// Each connection has a thread of its own, so that a statement blocks no thread of the tasks or of a network library.
/// A lost connection is opened again when it is next needed. Transactions are serializable.
public final class PostgreSQLDatabase: Sendable {
    /// How often a transaction that conflicts is repeated.
    ///
    /// The waits between the attempts add up to half a second on average.
    static let conflictLimit = 20

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

    /// Runs a serializable transaction, and repeats it when it conflicts with another one.
    ///
    /// The closure may run several times, and what it reads is true only if the transaction is committed. It blocks the
    /// thread of the connection, and is sent to the server with its first statement.
    ///
    /// - Parameter body: Runs the statements. An error undoes them.
    /// - Returns: What the closure returned when its transaction was committed.
    /// - Throws: What the closure throws, `CancellationError`, or `PostgreSQLError`. Only after its `outcomeUnknown`
    ///   the transaction may be done.
    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await transaction("BEGIN ISOLATION LEVEL SERIALIZABLE", body)
    }

    /// Runs statements that only read, as one serializable transaction and in one round trip.
    ///
    /// - Parameter queries: The statements. One that writes is refused.
    /// - Returns: The results in the same order.
    /// - Throws: `CancellationError` or `PostgreSQLError`.
    public func read(_ queries: PostgreSQLQuery...) async throws -> [PostgreSQLResult] {
        let transaction =
            [PostgreSQLQuery("BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY")] + queries + [
                PostgreSQLQuery("COMMIT")
            ]
        let results = try await repeating { connection in try await connection.run(transaction) }
        return Array(results.dropFirst().dropLast())
    }

    /// Refuses all who wait for a connection or ask for one from now on, waits until the open transactions have ended, and
    /// closes the connections.
    public func close() async {
        for connection in await pool.close() { await connection.close() }
    }

    func transaction<Value: Sendable>(
        _ beginning: PostgreSQLStatement,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await repeating { connection in try await connection.transaction(beginning, body) }
    }

    private func repeating<Value: Sendable>(
        _ attempt: (PooledConnection) async throws -> Value
    ) async throws -> Value {
        try await pool.withElement { connection in
            var (conflictCount, lossCount) = (0, 0)
            while true {
                do {
                    return try await attempt(connection)
                } catch let error as PostgreSQLError {
                    switch error {
                    // It was lost while nobody used it, as after a restart of the server. A second loss has another reason.
                    case .connectionLost where lossCount < 1: lossCount += 1
                    case _ where error.isConflict && conflictCount < Self.conflictLimit:
                        // Two that conflicted must not begin together again.
                        let longest = min(1 << conflictCount, 64)
                        try await Task.sleep(for: .milliseconds(longest) * Double.random(in: 0...1))
                        conflictCount += 1
                    default: throw error
                    }
                }
            }
        }
    }
}

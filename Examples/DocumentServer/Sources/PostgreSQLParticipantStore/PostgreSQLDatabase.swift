/// A PostgreSQL database: a number of connections, and transactions that are repeated when they conflict.
///
/// Each connection has a thread of its own, so that a statement blocks no thread of the tasks or of a network library.
/// A lost connection is opened again when it is next needed. Transactions are serializable.
public final class PostgreSQLDatabase: Sendable {
    /// How often a transaction that conflicts is repeated.
    ///
    /// The waits between the attempts add up to half a second on average.
    static let conflictLimit = 10

    /// After how many conflicts a transaction runs alone: no other one may write meanwhile.
    ///
    /// Transactions that use the same page of an index conflict although no row does. With many of them at a time,
    /// chance would keep one in a few thousand from being committed in twenty attempts.
    static let conflictsBesideOthers = 5

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
    /// Tables must have been made before, by ``makeTables(_:version:script:filling:)``.
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
        try await repeating { connection, isAlone in
            try await connection.transaction(
                ["BEGIN ISOLATION LEVEL SERIALIZABLE", isAlone ? Self.alone : Self.besideOthers],
                body
            )
        }
    }

    /// Runs statements that only read, as one serializable transaction and in one round trip.
    ///
    /// - Parameter queries: The statements. One that writes is refused.
    /// - Returns: The results in the same order.
    /// - Throws: `CancellationError` or `PostgreSQLError`.
    public func read(_ queries: PostgreSQLQuery...) async throws -> [PostgreSQLResult] {
        try await repeating { connection, isAlone in
            let beginning: [PostgreSQLStatement] =
                ["BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"] + (isAlone ? [Self.alone] : [])
            let results = try await connection.run(
                beginning.map { PostgreSQLQuery($0) } + queries + [PostgreSQLQuery("COMMIT")]
            )
            return Array(results.dropFirst(beginning.count).dropLast())
        }
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
        try await repeating { connection, _ in try await connection.transaction([beginning], body) }
    }

    private func repeating<Value: Sendable>(
        _ attempt: (PooledConnection, _ isAlone: Bool) async throws -> Value
    ) async throws -> Value {
        try await pool.withElement { connection in
            var (conflictCount, lossCount) = (0, 0)
            while true {
                do {
                    return try await attempt(connection, conflictCount >= Self.conflictsBesideOthers)
                } catch let error as PostgreSQLError {
                    switch error {
                    // It was lost while nobody used it, as after a restart of the server. A second loss has another reason.
                    case .connectionLost where lossCount < 1: lossCount += 1
                    case _ where error.isConflict && conflictCount < Self.conflictLimit:
                        // Two that conflicted must not begin together again.
                        try await Task.sleep(
                            for: .milliseconds(1 << conflictCount) * Double.random(in: 0...1)
                        )
                        conflictCount += 1
                    default: throw error
                    }
                }
            }
        }
    }

    // Each transaction that may write begins with one of two locks. The second one waits for all that have the first,
    // and holds up later ones; the table is any that all servers have. A lock of a table takes no snapshot: after the wait
    // the transaction sees what the others have written. It can still conflict with one whose end is not yet complete.
    private static let besideOthers: PostgreSQLStatement = "LOCK TABLE schema_version IN ROW SHARE MODE"
    private static let alone: PostgreSQLStatement = "LOCK TABLE schema_version IN EXCLUSIVE MODE"
}

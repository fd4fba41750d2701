import Foundation

/// A PostgreSQL database: a number of connections that run one group of statements at a time.
///
/// Each connection has a thread of its own, so that a statement blocks no thread of the tasks or of a network library.
/// A lost connection is opened again when it is next needed. Statements that wait at the same time are sent and committed
/// together.
public final class PostgreSQLDatabase: Sendable {
    private let connections: [ReopenedConnection]
    private let reads, writes: QueryGroups<ReopenedConnection>

    /// Opens the connections.
    ///
    /// - Parameters:
    ///   - connectionString: `postgresql://user:password@host:port/database`, or another form that libpq reads.
    ///   - connectionCount: The number of connections, at least one: half of them for reads, and half for writes. All
    ///     servers together must stay below PostgreSQL's `max_connections`.
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
        connections = (0..<max(1, connectionCount)).map { _ in
            ReopenedConnection(string, limits: timeLimits)
        }
        // With an odd number both use the one in the middle, and take it last, since groups begin with their last one.
        let half = (connections.count + 1) / 2
        let waiting = timeLimits.waiting
        reads = QueryGroups(
            connections.prefix(half).reversed(),
            waiterLimit: waiterLimit,
            waitingLimit: waiting
        ) { try await $0.read($1) }
        writes = QueryGroups(connections.suffix(half), waiterLimit: waiterLimit, waitingLimit: waiting) {
            try await $0.write($1)
        }
        for connection in connections { try await connection.open() }
    }

    /// The number of statements that wait for a connection.
    public var waitingCount: Int { reads.waitingCount + writes.waitingCount }

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
    /// - Throws: `CancellationError` or `PostgreSQLError`. Only after its `outcomeUnknown`, or `unexpectedValue` in what a
    ///   statement returns, the statement may be done.
    public func write(_ query: PostgreSQLQuery, order: [UInt8] = []) async throws -> PostgreSQLResult {
        try await writes.run(query, order: order)
    }

    /// The time by PostgreSQL's clock, which tells it in seconds.
    public func time() async throws -> ClosedRange<Date> {
        let query = PostgreSQLQuery("SELECT CAST(floor(extract(epoch FROM clock_timestamp())) AS BIGINT)")
        let time = Date(timeIntervalSince1970: Double(try await read(query).rows[0].integer(0)))
        return time...time + 1
    }

    /// Refuses all statements that wait and all later ones, waits until the open ones have ended, and closes the
    /// connections.
    public func close() async {
        reads.close()
        writes.close()
        for connection in connections { await connection.close() }
    }

    /// Runs statements without parameters, separated by semicolons.
    func run(script: String) async throws {
        try await connections[0].write(script: script)
    }
}

import CPostgreSQL

/// A connection, for the statements of a transaction.
///
/// It is used by one thread at a time, and its methods block that thread. A transaction of ``PostgreSQLDatabase``
/// is handed one. It must not keep it, and the compiler sees to that since it is not `Sendable`.
@safe
public final class PostgreSQLConnection {
    /// libpq's connection: made by `init`, freed by `deinit`, and used by nothing but this object in between.
    let handle: OpaquePointer

    /// How long to wait for an answer.
    let answerLimit: Duration

    /// The names of the statements that are prepared on the server.
    var preparedNames: [PostgreSQLStatement: String] = [:]

    /// The number of names given, so that no name is given twice.
    var nameCount = 0

    /// Whether the connection can no longer be used.
    var isLost = false

    /// The statements that begin the transaction, until they are sent together with the first statement of the body.
    private var opening: [PostgreSQLStatement] = []

    /// The first error in the transaction.
    ///
    /// The body may have caught it, but PostgreSQL will not commit.
    private(set) var failure: PostgreSQLError?

    init(handle: OpaquePointer, answerLimit: Duration) {
        unsafe self.handle = unsafe handle
        self.answerLimit = answerLimit
    }

    deinit {
        // Nothing refers to libpq's connection any more.
        unsafe PQfinish(handle)
    }

    /// Runs a statement and returns its rows.
    ///
    /// - Parameter query: The statement with its parameters.
    /// - Returns: The result.
    /// - Throws: `PostgreSQLError`. The transaction cannot be committed then.
    public func run(_ query: PostgreSQLQuery) throws(PostgreSQLError) -> PostgreSQLResult {
        try run([query])[0]
    }

    /// Runs statements, which are sent together, and returns the rows of each.
    ///
    /// - Parameter queries: The statements with their parameters.
    /// - Returns: The results in the same order.
    /// - Throws: `PostgreSQLError`, the first. The transaction cannot be committed then.
    public func run(_ queries: [PostgreSQLQuery]) throws(PostgreSQLError) -> [PostgreSQLResult] {
        let beginning = opening.map { PostgreSQLQuery($0) }
        opening = []
        return try notingFailure { () throws(PostgreSQLError) in
            Array(try exchange(beginning + queries).dropFirst(beginning.count))
        }
    }

    /// Runs statements without parameters, separated by semicolons.
    ///
    /// - Parameter script: The statements.
    /// - Throws: `PostgreSQLError`, the first. The transaction cannot be committed then.
    public func run(script: String) throws(PostgreSQLError) {
        _ = try run([])
        try notingFailure { () throws(PostgreSQLError) in try exchange(script: script) }
    }

    private func notingFailure<Value>(
        _ body: () throws(PostgreSQLError) -> Value
    ) throws(PostgreSQLError) -> Value {
        if let failure { throw failure }
        do throws(PostgreSQLError) {
            return try body()
        } catch {
            failure = error
            throw error
        }
    }
}

extension PostgreSQLConnection {
    /// Whether the connection is open and in no transaction.
    var isReady: Bool {
        // libpq allows both calls at any time.
        unsafe !isLost && PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Begins a transaction with the next statement of the body.
    func begin(_ statements: [PostgreSQLStatement]) {
        opening = statements
        failure = nil
    }

    /// Commits, if a statement was sent.
    ///
    /// - Throws: `PostgreSQLError.outcomeUnknown` if the connection is lost before the answer.
    func commit() throws(PostgreSQLError) {
        if let failure { throw failure }
        guard opening.isEmpty else { return }
        do throws(PostgreSQLError) {
            _ = try exchange([PostgreSQLQuery("COMMIT")])
        } catch .connectionLost(let reason) {
            throw .outcomeUnknown(reason: reason)
        }
    }

    /// Ends a transaction that was not committed.
    ///
    /// If that fails, the connection is not ready any more.
    func rollBack() {
        guard !isLost, !isReady else { return }
        do throws(PostgreSQLError) { _ = try exchange([PostgreSQLQuery("ROLLBACK")]) } catch { isLost = true }
    }

    /// Notes that the connection cannot be used any more.
    func lost(_ reason: String) -> PostgreSQLError {
        isLost = true
        return .connectionLost(reason: reason)
    }

    /// libpq's last message on one line.
    var message: String {
        // libpq returns a C string that it keeps until its next call. It is copied before.
        unsafe PQerrorMessage(handle).map { unsafe String(cString: $0).onOneLine } ?? "no memory"
    }
}

extension String {
    /// The lines joined, without those that only help a person at a terminal.
    var onOneLine: String {
        split(separator: "\n").filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
            .replacing("FATAL:  ", with: "").replacing("ERROR:  ", with: "")
    }
}

import CPostgreSQL
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension PostgreSQLConnection {
    /// An answer of the server to one statement.
    enum Answer {
        case rows([[PostgreSQLValue]])

        /// The statement failed.
        case failure(PostgreSQLError)

        /// The statement was not run, since one before it failed.
        case skipped

        /// All that was sent together has been answered.
        case synchronized
    }

    /// Waits for the next answer, and returns nil at the end of the answers to a statement.
    func nextAnswer(by deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> Answer? {
        try waitForAnswer(until: deadline)
        // libpq hands the result over, and it is freed once at the end of this function.
        guard let result = unsafe PQgetResult(handle) else { return nil }
        defer { unsafe PQclear(result) }
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return unsafe Self.read(result)
        case PGRES_PIPELINE_ABORTED: return .skipped
        case PGRES_PIPELINE_SYNC: return .synchronized
        default: return .failure(unsafe try failure(of: result))
        }
    }

    /// Whether the server has sent something without being asked, which mostly means that it has closed the connection.
    var hasUnexpectedInput: Bool {
        var request = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // One descriptor is passed and one is announced. This does not wait.
        return unsafe poll(&request, 1, 0) != 0
    }

    /// Sends what is still to be sent, and blocks the thread until there is an answer.
    private func waitForAnswer(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        while true {
            let unsent = unsafe PQflush(handle)
            guard unsent >= 0 else { throw lost(message) }
            if unsafe unsent == 0 && PQisBusy(handle) == 0 { return }
            let remaining = deadline - .now
            guard remaining > .zero else { throw lost("it did not answer in time") }
            var request = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            if unsent == 1 { request.events |= Int16(POLLOUT) }
            // One descriptor is passed and one is announced. A signal or the time-out leads to the next round.
            _ = unsafe poll(&request, 1, Int32(clamping: remaining.positiveMilliseconds))
            if request.revents & ~Int16(POLLOUT) != 0, unsafe PQconsumeInput(handle) == 0 {
                throw lost(message)
            }
        }
    }

    /// Returns what a result says about a statement that failed, and throws for the loss of the connection.
    private func failure(of result: OpaquePointer) throws(PostgreSQLError) -> PostgreSQLError {
        // A field is nil or a C string that libpq keeps until the result is freed. It is copied.
        // The codes are those of PG_DIAG_MESSAGE_PRIMARY, PG_DIAG_SQLSTATE and PG_DIAG_SEVERITY_NONLOCALIZED.
        func field(_ code: Unicode.Scalar) -> String? {
            unsafe PQresultErrorField(result, Int32(code.value)).map { unsafe String(cString: $0).joinedLines }
        }
        let reason = field("M") ?? message
        // Without a code it is an error of libpq itself, and after FATAL or PANIC the server closes the connection.
        guard let sqlState = field("C"), field("V") == "ERROR" else { throw lost(reason) }
        return .statementFailed(sqlState: sqlState, message: reason)
    }

    /// Copies the rows.
    private static func read(_ result: OpaquePointer) -> Answer {
        // All rows and columns asked for are below the numbers that libpq gives. A value has the stated number of bytes,
        // and libpq keeps it until the result is freed. It is copied.
        let (rowCount, columnCount) = unsafe (PQntuples(result), PQnfields(result))
        let types = (0..<columnCount).map { unsafe PQftype(result, $0) }
        var rows: [[PostgreSQLValue]] = []
        rows.reserveCapacity(Int(rowCount))
        for row in 0..<rowCount {
            var values: [PostgreSQLValue] = []
            for column in 0..<columnCount {
                guard unsafe PQgetisnull(result, row, column) == 0, let start = unsafe PQgetvalue(result, row, column)
                else {
                    values.append(.bytes(nil))
                    continue
                }
                let data = unsafe Data(bytes: start, count: Int(PQgetlength(result, row, column)))
                let type = types[Int(column)]
                guard let value = PostgreSQLValue(data, type: type) else {
                    return .failure(.unexpectedValue("a column is of type \(type)"))
                }
                values.append(value)
            }
            rows.append(values)
        }
        return .rows(rows)
    }
}

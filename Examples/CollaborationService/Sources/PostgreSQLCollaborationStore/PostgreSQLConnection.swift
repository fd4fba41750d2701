import CPostgreSQL

/// A connection of libpq.
///
/// It is used by one thread at a time, and its methods block that thread.
@safe
final class PostgreSQLConnection {
    /// libpq's connection: made by `init`, freed by `deinit`, and used by nothing but this object in between.
    let handle: OpaquePointer

    /// How long to wait for an answer.
    let answerLimit: Duration

    /// The names of the statements that are prepared on the server.
    var preparedNames: [String: String] = [:]

    /// Whether the connection can no longer be used.
    private var isLost = false

    init(handle: OpaquePointer, answerLimit: Duration) {
        unsafe self.handle = unsafe handle
        self.answerLimit = answerLimit
    }

    deinit {
        // Nothing refers to libpq's connection any more.
        unsafe PQfinish(handle)
    }

    /// Whether the connection is open and in no transaction.
    var isReady: Bool {
        // libpq allows both calls at any time.
        unsafe !isLost && PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Notes that the connection cannot be used any more.
    func lost(_ reason: String) -> PostgreSQLError {
        isLost = true
        return .connectionLost(reason: reason)
    }

    /// libpq's last message on one line.
    var message: String {
        // libpq returns a C string that it keeps until its next call. It is copied before.
        unsafe PQerrorMessage(handle).map { unsafe String(cString: $0).joinedLines } ?? "no memory"
    }
}

extension String {
    /// The lines joined, without those that only help a person at a terminal.
    var joinedLines: String {
        split(separator: "\n").filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
            .replacing("FATAL:  ", with: "").replacing("ERROR:  ", with: "")
    }
}

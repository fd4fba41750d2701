import CPostgreSQL

extension PostgreSQLConnection {
    /// Opens a connection.
    ///
    /// This blocks the thread.
    ///
    /// - Throws: `PostgreSQLError.cannotConnect`.
    static func open(
        _ string: ConnectionString,
        limits: PostgreSQLTimeLimits
    ) throws(PostgreSQLError) -> PostgreSQLConnection {
        // What the connection string says comes later and wins.
        let options = [
            ("fallback_application_name", "swift-collaboration"),
            ("connect_timeout", "\((limits.connecting.positiveMilliseconds + 999) / 1000)"),
            ("tcp_user_timeout", "\(limits.answer.positiveMilliseconds)"),
            // Finds out in time that something on the way has dropped a connection that was idle for long.
            ("keepalives_idle", "60"),
            // Of several hosts. A standby lags, so that those who were removed would still have access.
            ("target_session_attrs", "primary"),
            ("dbname", string.text),
        ]
        // libpq returns nil only without memory, and nothing else has this pointer.
        let opened = unsafe withCStrings(options.map(\.0)) { keywords in
            unsafe withCStrings(options.map(\.1)) { values in unsafe PQconnectdbParams(keywords, values, 1) }
        }
        guard let handle = unsafe opened else { throw .cannotConnect(reason: "no memory") }
        let connection = unsafe PostgreSQLConnection(handle: handle, answerLimit: limits.answer)
        guard connection.isReady else { throw .cannotConnect(reason: connection.message) }
        unsafe PQsetnonblocking(handle, 1)
        // Without this, libpq writes the server's notices to the standard error output.
        unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
        do throws(PostgreSQLError) {
            try connection.setUp(limits)
        } catch {
            throw .cannotConnect(reason: "\(error)")
        }
        return connection
    }

    private func setUp(_ limits: PostgreSQLTimeLimits) throws(PostgreSQLError) {
        // What was committed stays, whatever is set for the role or the database. PostgreSQL prefers to scan a small table,
        // and keeps that plan when the table has grown. The scans that remain, of tables with one row, then seem so
        // expensive that PostgreSQL would compile them at each run.
        try run(
            script: """
                SET default_transaction_isolation = 'read committed';
                SET statement_timeout = \(limits.statement.positiveMilliseconds);
                SET enable_seqscan = off;
                SET jit = off;
                SELECT FROM set_config('synchronous_commit', 'on', false)
                    WHERE current_setting('synchronous_commit') = 'off';
                """
        )
    }
}

/// Calls a function with C strings, and nil after the last.
///
/// They are valid during the call only.
private func withCStrings<Value>(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    let characters = texts.flatMap(\.utf8CString)
    // Each pointer is within the buffer, at the begin of a text, which ends with a zero byte.
    return unsafe characters.withUnsafeBufferPointer { buffer in
        var pointers: [UnsafePointer<CChar>?] = unsafe []
        var offset = 0
        for text in texts {
            unsafe pointers.append(buffer.baseAddress.map { unsafe $0 + offset })
            offset += text.utf8.count + 1
        }
        unsafe pointers.append(nil)
        return unsafe body(pointers)
    }
}

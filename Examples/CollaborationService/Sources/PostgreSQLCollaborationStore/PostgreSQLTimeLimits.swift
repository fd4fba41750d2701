/// How long PostgreSQL and the way to it may take.
struct PostgreSQLTimeLimits: Sendable {
    /// For opening a connection, to each of the hosts; the connection string may have another `connect_timeout`.
    var connecting = Duration.seconds(5)

    /// For one statement, which the server cancels then.
    var statement = Duration.seconds(5)

    /// For the answer to what was sent together, after which the connection is given up.
    ///
    /// It matters only if several statements are slow, or the server itself does not respond.
    var answer = Duration.seconds(8)

    /// For a statement's turn, beyond which it is not sent.
    var waiting = Duration.seconds(5)
}

extension Duration {
    /// Whole milliseconds, rounded up and at least one, since PostgreSQL takes zero for no limit.
    var positiveMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return max(1, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

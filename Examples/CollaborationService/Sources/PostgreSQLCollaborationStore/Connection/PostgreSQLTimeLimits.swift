/// How long PostgreSQL and the way to it may take.
public struct PostgreSQLTimeLimits: Hashable, Sendable {
    /// For opening a connection, to each of the hosts.
    ///
    /// The connection string may have another `connect_timeout`.
    public var connecting: Duration

    /// For one statement.
    ///
    /// The server cancels it then.
    public var statement: Duration

    /// For the answer to what was sent together.
    ///
    /// The connection is then given up. It is longer than the limit of a statement, so that it matters only if several are
    /// slow, or the server itself does not respond.
    public var answer: Duration

    /// For a statement's turn, beyond which it is not sent.
    public var waiting: Duration

    /// Makes limits.
    public init(
        connecting: Duration = .seconds(5),
        statement: Duration = .seconds(5),
        answer: Duration = .seconds(8),
        waiting: Duration = .seconds(5)
    ) {
        self.connecting = connecting
        self.statement = statement
        self.answer = answer
        self.waiting = waiting
    }
}

extension Duration {
    /// Whole seconds, rounded up and at least one, since libpq takes zero for no limit.
    var positiveSeconds: Int64 { (positiveMilliseconds + 999) / 1000 }

    /// Whole milliseconds, rounded up and at least one, since PostgreSQL takes zero for no limit.
    var positiveMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return max(1, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

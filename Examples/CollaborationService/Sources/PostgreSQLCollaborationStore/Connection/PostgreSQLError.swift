/// An error of PostgreSQL or of the way to it.
///
/// No description has a password or the value of a parameter.
public enum PostgreSQLError: Error, Hashable, Sendable {
    /// The connection string cannot be read. It is not quoted, since it may have a password anywhere.
    case malformedConnectionString

    /// No connection could be opened.
    case cannotConnect(reason: String)

    /// The connection was lost or did not answer in time, and so was the one opened in its place: nothing has changed.
    case connectionLost(reason: String)

    /// The connection was lost or did not answer in time after a statement was sent: it may be done or not done.
    case outcomeUnknown(reason: String)

    /// Too many statements were waiting for a connection, or this one for too long. It was not sent.
    case tooManyWaiting

    /// The database was closed.
    case closed

    /// PostgreSQL refused a statement: its SQLSTATE and its message.
    case statementFailed(sqlState: String, message: String)

    /// A row has a value of another type than the one asked for.
    case unexpectedValue(String)

    /// A server of another version has made the tables.
    case otherSchema(version: Int64, knownVersion: Int64)
}

extension PostgreSQLError {
    /// Whether the same call may succeed later, so that a client should be answered with status 503.
    ///
    /// After ``outcomeUnknown(reason:)`` the caller must also be able to repeat what may be done already.
    public var isTemporary: Bool {
        switch self {
        case .cannotConnect, .connectionLost, .outcomeUnknown, .tooManyWaiting, .closed: true
        case .statementFailed("25006", _), .statementFailed("55P03", _): true
        case .statementFailed(let sqlState, _):
            // Connection, conflict, resources (a full disk), intervention (a time-out, a shutdown) and input or output.
            ["08", "40", "53", "57", "58"].contains(sqlState.prefix(2))
        case .malformedConnectionString, .unexpectedValue, .otherSchema: false
        }
    }
}

extension PostgreSQLError: CustomStringConvertible {
    /// A sentence for a log.
    public var description: String {
        switch self {
        case .malformedConnectionString:
            "The address of PostgreSQL cannot be read. Write postgresql://user:password@host:5432/database, "
                + "and in a password %40 for @, %2F for / and %3A for a colon."
        case .cannotConnect(let reason): "PostgreSQL cannot be reached: \(reason)."
        case .connectionLost(let reason): "The connection to PostgreSQL was lost: \(reason)."
        case .outcomeUnknown(let reason):
            "The connection to PostgreSQL was lost during a change, which may be done or not done: \(reason)."
        case .tooManyWaiting:
            "Too many statements wait for a connection to PostgreSQL, or this one for too long."
        case .closed: "The connections to PostgreSQL were closed."
        case .statementFailed(let sqlState, let message):
            "PostgreSQL refused a statement (\(sqlState)): \(message)."
        case .unexpectedValue(let description): "A row of PostgreSQL is not as expected: \(description)."
        case .otherSchema(let version, let knownVersion):
            "The tables of the database have version \(version), and this server knows version \(knownVersion). "
                + "Start the version of the server that made them, or use another database."
        }
    }
}

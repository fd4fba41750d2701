/// An error of PostgreSQL or of the way to it, in a sentence without a password or the value of a parameter.
public enum PostgreSQLError: Error, Hashable, Sendable, CustomStringConvertible {
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
    case otherSchema

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
        case .otherSchema: "The tables of the database are of another version of the server."
        }
    }
}

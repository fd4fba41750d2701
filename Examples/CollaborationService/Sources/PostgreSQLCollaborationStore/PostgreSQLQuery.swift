import Foundation

/// A statement with `$1` for its first parameter, which is prepared once on each connection, and its parameters.
struct PostgreSQLQuery: Sendable {
    let sql: String
    let parameters: [PostgreSQLValue]

    init(_ sql: String, _ parameters: PostgreSQLValue...) { (self.sql, self.parameters) = (sql, parameters) }
}

/// A value of a parameter or of a column, in the types that the store uses.
///
/// Names are bytes, so there is no text.
enum PostgreSQLValue: Hashable, Sendable {
    /// `BYTEA`, also `NULL` as a parameter.
    case bytes(Data?)

    /// `BIGINT`.
    case integer(Int64)

    /// `BYTEA[]`, only as a parameter.
    case arrayOfBytes([Data])

    /// The bytes of a column, which must be such.
    func bytes() throws(PostgreSQLError) -> Data {
        guard case .bytes(let data?) = self else { throw .unexpectedValue("a column is not bytes") }
        return data
    }

    /// The number of a column, which must be one.
    func integer() throws(PostgreSQLError) -> Int64 {
        guard case .integer(let number) = self else { throw .unexpectedValue("a column is not a number") }
        return number
    }
}

public import Foundation

/// A value of a parameter or of a column, in the types that the stores use.
///
/// Names are bytes, as the store guide explains, so there is no text.
public enum PostgreSQLValue: Hashable, Sendable {
    /// `NULL` of any type.
    case null

    /// `BYTEA`.
    case bytes(Data)

    /// `BIGINT`. A result may be `INTEGER` as well.
    case integer(Int64)

    /// `BYTEA[]`, only as a parameter.
    case arrayOfBytes([Data])
}

/// A row of a result.
public struct PostgreSQLRow: Hashable, Sendable {
    /// The values in the order of the columns.
    public let values: [PostgreSQLValue]

    /// Returns the bytes of a column, which must not be `NULL`.
    public func bytes(_ column: Int) throws(PostgreSQLError) -> Data {
        guard case .bytes(let data) = values[column] else { throw unexpected(column, "bytes") }
        return data
    }

    /// Returns the number of a column, which must not be `NULL`.
    public func integer(_ column: Int) throws(PostgreSQLError) -> Int64 {
        guard case .integer(let number) = values[column] else { throw unexpected(column, "a number") }
        return number
    }

    private func unexpected(_ column: Int, _ expected: String) -> PostgreSQLError {
        .unexpectedValue("column \(column) is not \(expected)")
    }
}

/// What a statement returned.
public struct PostgreSQLResult: Hashable, Sendable {
    /// The rows, none for a statement that returns none.
    public let rows: [PostgreSQLRow]
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value of a parameter or of a column, in the types that the stores use.
///
/// Names are bytes, as the store guide explains, so there is no text.
public enum PostgreSQLValue: Hashable, Sendable {
    /// `NULL` of any type.
    case null

    /// `BYTEA`.
    case bytes(Data)

    /// `BIGINT`. A result may be `INTEGER` or `SMALLINT` as well.
    case integer(Int64)

    /// `BOOLEAN`.
    case boolean(Bool)

    /// `BYTEA[]`, only as a parameter.
    case arrayOfBytes([Data])

    /// The bytes of a text, as the stores keep names.
    public static func utf8(_ text: String) -> PostgreSQLValue {
        .bytes(Data(text.utf8))
    }
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

    /// Returns the bytes of a column, nil for `NULL`.
    public func bytesIfPresent(_ column: Int) throws(PostgreSQLError) -> Data? {
        values[column] == .null ? nil : try bytes(column)
    }

    /// Returns the number of a column, which must not be `NULL`.
    public func integer(_ column: Int) throws(PostgreSQLError) -> Int64 {
        guard case .integer(let number) = values[column] else { throw unexpected(column, "a number") }
        return number
    }

    /// Returns the truth value of a column, which must not be `NULL`.
    public func boolean(_ column: Int) throws(PostgreSQLError) -> Bool {
        guard case .boolean(let truth) = values[column] else { throw unexpected(column, "a truth value") }
        return truth
    }

    private func unexpected(_ column: Int, _ expected: String) -> PostgreSQLError {
        .unexpectedValue("column \(column) is not \(expected)")
    }
}

/// What a statement returned.
public struct PostgreSQLResult: Hashable, Sendable {
    /// The rows, none for a statement that returns none.
    public let rows: [PostgreSQLRow]

    /// The number of rows inserted, updated, deleted or selected.
    public let rowCount: Int
}

import CPostgreSQL
import Foundation

/// The numbers of types in PostgreSQL's catalog `pg_type`, which never change.
enum PostgreSQLType {
    static let bytes: Oid = 17
    static let bigInteger: Oid = 20
    static let integer: Oid = 23
    static let arrayOfBytes: Oid = 1001
    static let void: Oid = 2278
}

extension PostgreSQLValue {
    /// The type of a parameter.
    ///
    /// PostgreSQL infers that of `NULL`.
    var type: Oid {
        switch self {
        case .null: 0
        case .bytes: PostgreSQLType.bytes
        case .integer: PostgreSQLType.bigInteger
        case .arrayOfBytes: PostgreSQLType.arrayOfBytes
        }
    }

    /// Appends the parameter in PostgreSQL's binary format, and returns its length, nil for `NULL`.
    func append(to buffer: inout [UInt8]) -> Int? {
        let start = buffer.count
        switch self {
        case .null: return nil
        case .bytes(let data): buffer.append(contentsOf: data)
        case .integer(let number): buffer.appendBigEndian(number)
        case .arrayOfBytes(let elements):
            // The number of dimensions, whether there is a NULL, the type; the length and first index of the dimension.
            buffer.appendBigEndian(Int32(elements.isEmpty ? 0 : 1))
            buffer.appendBigEndian(Int32(0))
            buffer.appendBigEndian(Int32(PostgreSQLType.bytes))
            guard !elements.isEmpty else { break }
            buffer.appendBigEndian(Int32(elements.count))
            buffer.appendBigEndian(Int32(1))
            for element in elements {
                buffer.appendBigEndian(Int32(element.count))
                buffer.append(contentsOf: element)
            }
        }
        return buffer.count - start
    }

    /// Reads a column that is not `NULL` from PostgreSQL's binary format, nil for a type that is not supported.
    init?(_ data: Data, type: Oid) {
        switch (type, data.count) {
        case (PostgreSQLType.bytes, _): self = .bytes(data)
        case (PostgreSQLType.bigInteger, 8): self = .integer(Int64(bitPattern: data.bigEndianNumber))
        case (PostgreSQLType.integer, 4):
            self = .integer(Int64(Int32(truncatingIfNeeded: data.bigEndianNumber)))
        case (PostgreSQLType.void, _): self = .null
        default: return nil
        }
    }
}

extension [UInt8] {
    fileprivate mutating func appendBigEndian(_ number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension Data {
    fileprivate var bigEndianNumber: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}

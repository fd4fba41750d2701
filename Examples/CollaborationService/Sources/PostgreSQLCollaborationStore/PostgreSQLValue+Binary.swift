import CPostgreSQL
import Foundation

extension PostgreSQLValue {
    /// The type of a parameter: its number in PostgreSQL's catalog `pg_type`, which never changes.
    var type: Oid {
        switch self {
        case .bytes: 17
        case .integer: 20
        case .arrayOfBytes: 1001
        }
    }

    /// Appends the parameter in PostgreSQL's binary format, and returns its length, nil for `NULL`.
    func append(to buffer: inout [UInt8]) -> Int? {
        let start = buffer.count
        switch self {
        case .bytes(nil): return nil
        case .bytes(let data?): buffer.append(contentsOf: data)
        case .integer(let number): buffer.appendBigEndian(number)
        case .arrayOfBytes(let elements):
            // The number of dimensions, whether there is a NULL, the type; the length and first index of the dimension.
            buffer.appendBigEndian(Int32(elements.isEmpty ? 0 : 1))
            buffer.appendBigEndian(Int32(0))
            buffer.appendBigEndian(Int32(17))
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
        case (17, _): self = .bytes(data)
        case (20, 8):
            self = .integer(Int64(bitPattern: data.reduce(0) { $0 << 8 | UInt64($1) }))
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

import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Identifies the data of a store: 16 random bytes, made once, together with the data.
///
/// Servers on one database have the same identifier. A store that has forgotten its data has a new one. So a
/// challenge from before is refused, although the record of its use is lost. After a database was restored from
/// a backup, give it a new identifier: the uses recorded since the backup are lost too.
public struct StoreIdentifier: Hashable, Sendable {
    /// The number of bytes, 16.
    package static let byteCount = 16

    /// The bytes, for the store to keep beside its data.
    ///
    /// They need not be secret.
    public let rawRepresentation: Data

    /// Makes a new identifier.
    ///
    /// - Parameter random: Returns numbers that never repeat, except in a test.
    public init(random: () -> UInt64 = { .random(in: .min ... .max) }) {
        rawRepresentation = Data([UInt8].random(Self.byteCount, from: random))
    }

    /// Makes an identifier from the bytes that a store has kept; nil unless there are 16.
    public init?(rawRepresentation: some Collection<UInt8>) {
        guard rawRepresentation.count == Self.byteCount else { return nil }
        self.rawRepresentation = Data(rawRepresentation)
    }
}

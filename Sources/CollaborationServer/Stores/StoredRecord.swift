public import CollaborationCore

/// What is stored about one collaboration, and its version.
public struct StoredRecord: Hashable, Sendable {
    /// Opaque bytes.
    public let bytes: [UInt8]

    /// The version, which differs from that of every other record.
    public let version: RecordVersion

    /// Makes a record, as a store returns it, with a new version unless one was read from a database.
    public init(bytes: [UInt8], version: RecordVersion = RecordVersion()) {
        self.bytes = bytes
        self.version = version
    }
}

/// The version of a stored record: 16 random bytes.
///
/// It is random, so that a record that was deleted and made again is never taken for the one before.
public struct RecordVersion: Hashable, Sendable {
    /// The number of bytes, 16.
    package static let byteCount = 16

    /// The bytes, for the store to keep beside the record.
    public let rawRepresentation: [UInt8]

    /// Makes a new version from the system's randomness.
    public init() {
        rawRepresentation = .random(Self.byteCount)
    }

    /// Makes a version from the bytes that a store has kept; nil unless there are 16.
    public init?(rawRepresentation: some Collection<UInt8>) {
        guard rawRepresentation.count == Self.byteCount else { return nil }
        self.rawRepresentation = Array(rawRepresentation)
    }
}

/// The accounts that gain and lose access to a collaboration by a change of its record.
public struct AccountChanges: Hashable, Sendable {
    /// The accounts to be listed with the collaboration.
    public let added: Set<AccountIdentifier>

    /// The accounts to be listed no longer, none of which is among the added ones.
    public let removed: Set<AccountIdentifier>

    /// Makes changes, in which an account that is added is not removed.
    public init(added: Set<AccountIdentifier> = [], removed: Set<AccountIdentifier> = []) {
        self.added = added
        self.removed = removed.subtracting(added)
    }
}

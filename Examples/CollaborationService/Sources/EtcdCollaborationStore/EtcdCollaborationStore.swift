public import CollaborationCore
public import CollaborationServer
public import Foundation

/// A store in etcd, which any number of servers may share.
///
/// A record has a key for its bytes and one for its version, so that a replacement compares 16 bytes. The index has a key
/// for each account and collaboration. A replacement is one transaction, with an operation for each account that it
/// lists or no longer lists: start etcd with `--max-txn-ops 16384 --max-request-bytes 8388608` for large collaborations.
public struct EtcdCollaborationStore: CollaborationStore {
    /// Identifies the data of this store.
    ///
    /// After a restore from a backup, delete the key `collaboration/identifier` before the servers start.
    public let identifier: StoreIdentifier

    private let etcd: EtcdClient

    /// Opens the store in a cluster with members such as `127.0.0.1:2379`, and makes its identifier if there is none.
    ///
    /// A member that does not answer within the time-out is given up for the next one.
    public init(endpoints: [String], timeout: Duration = .seconds(3)) async throws {
        etcd = EtcdClient(endpoints: endpoints, timeout: timeout)
        let key = Data("collaboration/identifier".utf8)
        _ = try await etcd.change([(key, StoreIdentifier().rawRepresentation)], if: key, is: nil)
        let stored = try await etcd.read([.requestRange(key: key)])[0].first?.value
        guard let identifier = stored.flatMap({ StoreIdentifier(rawRepresentation: $0) }) else {
            throw EtcdError(description: "The identifier of the store is malformed.")
        }
        self.identifier = identifier
    }

    /// Returns what is stored about a collaboration; nil if nothing is.
    public func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        let keys = ["version", "record"].map { key($0, collaboration.rawValue) }
        let found = try await etcd.read(keys.map { .requestRange(key: $0) })
        guard let version = found[0].first?.value, let record = found[1].first else { return nil }
        guard let version = RecordVersion(rawRepresentation: version) else {
            throw EtcdError(description: "A version is malformed.")
        }
        return StoredRecord(bytes: [UInt8](record.value ?? Data()), version: version)
    }

    /// Replaces what is stored about a collaboration, if the version is stored.
    public func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        let (versionKey, name) = (key("version", collaboration.rawValue), collaboration.rawValue)
        var changes = [(key: versionKey, value: record.map { Data($0.version.rawRepresentation) })]
        changes.append((key("record", name), record.map { Data($0.bytes) }))
        changes += accounts.added.map { (indexKey($0) + name.utf8, Data()) }
        changes += accounts.removed.map { (indexKey($0) + name.utf8, nil) }
        return try await etcd.change(changes, if: versionKey, is: version.map { Data($0.rawRepresentation) })
    }

    /// Returns the collaborations that an account has access to, in the order of their bytes.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        let prefix = indexKey(account)
        let (start, end) = (last.map { prefix + $0.rawValue.utf8 + [0] } ?? prefix, prefix + [0xFF])
        return try await etcd.read([.requestRange(key: start, rangeEnd: end, limit: "\(limit)")])[0].map {
            CollaborationIdentifier(rawValue: String(decoding: $0.key.dropFirst(prefix.count), as: UTF8.self))
        }
    }

    /// Returns the first account of the index after another one, in the order of its keys; nil at the end.
    public func account(after last: AccountIdentifier?) async throws -> AccountIdentifier? {
        let prefix = key("account", "")
        // A second byte that no name has comes after all entries of the account.
        let start = last.map { indexKey($0) + [0xFF] } ?? prefix
        let found = try await etcd.read([.requestRange(key: start, rangeEnd: prefix + [0xFF], limit: "1")])[0].first
        let name = found?.key.dropFirst(prefix.count).prefix { $0 != 0xFF }
        return name.map { AccountIdentifier(String(decoding: $0, as: UTF8.self)) }
    }

    /// Throws if nothing can be written, and returns the time by the clock of a member.
    public func check() async throws -> ClosedRange<Date> { try await etcd.check() }

    private func key(_ kind: String, _ rest: String) -> Data { Data("collaboration/\(kind)/\(rest)".utf8) }

    /// What the keys of an account begin with: 0xFF, which is in no UTF-8, ends the account's name.
    private func indexKey(_ account: AccountIdentifier) -> Data { key("account", account.rawValue) + [0xFF] }
}

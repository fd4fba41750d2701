public import CollaborationProofs
public import CollaborationServer
import Foundation

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
    private let name: String

    /// Opens the store, and makes its identifier if there is none.
    ///
    /// - Parameters:
    ///   - etcd: The client.
    ///   - name: What all keys of the store begin with.
    /// - Throws: ``EtcdError``.
    public init(_ etcd: EtcdClient, name: String = "collaboration") async throws {
        (self.etcd, self.name) = (etcd, name)
        let key = Data("\(name)/identifier".utf8)
        let put = EtcdMessage.put(key, [UInt8](StoreIdentifier().rawRepresentation))
        _ = try await etcd.send(
            "txn",
            EtcdMessage.transaction([put], if: EtcdMessage.isAbsent(key)),
            isChange: true
        )
        guard let identifier = StoreIdentifier(rawRepresentation: try await etcd.values([key])[0] ?? Data())
        else {
            throw EtcdError.unexpectedAnswer("the identifier of the store is malformed")
        }
        self.identifier = identifier
    }

    /// Returns what is stored about a collaboration; nil if nothing is.
    public func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        let values = try await etcd.values([key("version", collaboration), key("record", collaboration)])
        guard let version = values[0], let bytes = values[1] else { return nil }
        guard let version = RecordVersion(rawRepresentation: version) else {
            throw EtcdError.unexpectedAnswer("a version is malformed")
        }
        return StoredRecord(bytes: [UInt8](bytes), version: version)
    }

    /// Replaces what is stored about a collaboration, if the version is stored.
    public func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        let (versionKey, recordKey) = (key("version", collaboration), key("record", collaboration))
        var changes = [EtcdMessage.delete(versionKey), EtcdMessage.delete(recordKey)]
        if let record {
            changes = [EtcdMessage.put(versionKey, record.version.rawRepresentation)]
            changes.append(EtcdMessage.put(recordKey, record.bytes))
        }
        let name = collaboration.rawValue.utf8
        changes += accounts.added.map { EtcdMessage.put(indexKey($0) + name, []) }
        changes += accounts.removed.map { EtcdMessage.delete(indexKey($0) + name) }
        let condition = version.map { EtcdMessage.equals(versionKey, $0.rawRepresentation) }
        let body = EtcdMessage.transaction(changes, if: condition ?? EtcdMessage.isAbsent(versionKey))
        return try await etcd.send("txn", body, isChange: true).succeeded ?? false
    }

    /// Returns the collaborations that an account has access to, in the order of their bytes.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        let prefix = indexKey(account)
        let start = last.map { prefix + $0.rawValue.utf8 + [0] } ?? prefix
        let end = (prefix + [0xFF]).base64EncodedString()
        let body =
            #"{"key":"\#(start.base64EncodedString())","range_end":"\#(end)","limit":"\#(limit)","keys_only":true}"#
        return try await etcd.send("range", body).kvs?.map { pair in
            CollaborationIdentifier(
                rawValue: String(decoding: pair.key.dropFirst(prefix.count), as: UTF8.self)
            )
        } ?? []
    }

    private func key(_ kind: String, _ collaboration: CollaborationIdentifier) -> Data {
        Data("\(name)/\(kind)/\(collaboration.rawValue)".utf8)
    }

    /// What the keys of an account begin with: 0xFF, which is in no UTF-8, ends the account's name.
    private func indexKey(_ account: AccountIdentifier) -> Data {
        Data("\(name)/account/\(account.rawValue)".utf8) + [0xFF]
    }
}

public import CollaborationCore
public import CollaborationServer
public import Foundation
public import OperatedStore

/// A store in etcd, which any number of servers may share.
///
/// A record has a key for its bytes and one for its version, so that a replacement compares 16 bytes, one for its size and
/// the time, and one for the account that has started it. The indexes have a key for each account and collaboration. A
/// replacement is one transaction, with an operation for each account that it lists or no longer lists: start etcd with
/// `--max-txn-ops 65536 --max-request-bytes 8388608` for large collaborations.
public struct EtcdCollaborationStore: OperatedStore {
    /// Identifies the data of this store.
    ///
    /// After a restore from a backup, delete the key `collaboration/identifier` before the servers start.
    public let identifier: StoreIdentifier

    private let etcd: EtcdClient

    /// Opens the store in a cluster, and makes its identifier if there is none.
    ///
    /// A member that does not answer within the time-out is given up for the next one.
    public init(_ cluster: EtcdCluster, timeout: Duration = .seconds(3)) async throws {
        etcd = EtcdClient(cluster, timeout: timeout)
        let key = Data("collaboration/identifier".utf8)
        var stored = try await etcd.read([.requestRange(key: key)])[0].first?.value
        // An etcd that is full refuses a change, also one that would change nothing.
        if stored == nil {
            _ = try await etcd.change([(key, StoreIdentifier().rawRepresentation)], if: key, is: nil)
            stored = try await etcd.read([.requestRange(key: key)])[0].first?.value
        }
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

    /// Replaces what is stored about a collaboration and who has started it, if the version is stored.
    public func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges,
        starter: StarterChange
    ) async throws -> Bool {
        let (versionKey, name) = (key("version", collaboration.rawValue), collaboration.rawValue)
        var changes = [(key: versionKey, value: record.map { Data($0.version.rawRepresentation) })]
        changes.append((key("record", name), record.map { Data($0.bytes) }))
        let summary = record.map { "\($0.bytes.count) \(Int(Date().timeIntervalSince1970))" }
        changes.append((key("summary", name), summary.map { Data($0.utf8) }))
        changes += accounts.added.map { (indexKey($0) + name.utf8, Data()) }
        changes += accounts.removed.map { (indexKey($0) + name.utf8, nil) }
        if record == nil {
            changes += try await starterChanges(of: name, to: nil)
        } else if case .to(let account) = starter {
            changes += try await starterChanges(of: name, to: account)
        }
        return try await etcd.change(changes, if: versionKey, is: version.map { Data($0.rawRepresentation) })
    }

    /// The changes that make an account the starter, which changes only with the version that the transaction compares.
    private func starterChanges(
        of name: String,
        to account: AccountIdentifier?
    ) async throws -> [(key: Data, value: Data?)] {
        let starterKey = key("starter", name)
        let former = try await etcd.read([.requestRange(key: starterKey)])[0].first?.value ?? Data()
        let value = account.map { Data($0.rawValue.utf8) }
        guard former != value else { return [] }
        var changes = [(key: starterKey, value: value)]
        if !former.isEmpty { changes.append((key("started", "") + former + [0xFF] + name.utf8, nil)) }
        if let account { changes.append((indexKey(account, "started") + name.utf8, Data())) }
        return changes
    }

    /// Returns what is known of records without reading them, in the order of the bytes of their names, from a name on.
    public func summaries(from first: CollaborationIdentifier, limit: Int) async throws -> [RecordSummary] {
        let prefix = key("summary", "")
        let start = key("summary", first.rawValue)
        let range = EtcdTransaction.Operation.requestRange(key: start, rangeEnd: prefix + [0xFF], limit: "\(limit)")
        let pairs = try await etcd.read([range])[0]
        let names = pairs.map { String(decoding: $0.key.dropFirst(prefix.count), as: UTF8.self) }
        let starters = try await etcd.read(names.map { .requestRange(key: key("starter", $0)) })
        return try zip(zip(names, pairs), starters).map { found, starter in
            let numbers = String(decoding: found.1.value ?? Data(), as: UTF8.self).split(separator: " ").map { Int($0) }
            guard numbers.count == 2, let byteCount = numbers[0], let changed = numbers[1] else {
                throw EtcdError(description: "A summary is malformed.")
            }
            return RecordSummary(
                name: CollaborationIdentifier(found.0),
                byteCount: byteCount,
                changed: Date(timeIntervalSince1970: Double(changed)),
                starter: starter.first.map { AccountIdentifier(String(decoding: $0.value ?? Data(), as: UTF8.self)) }
            )
        }
    }

    /// The number of records in the share of an account, without reading their names.
    public func startedCount(of account: AccountIdentifier) async throws -> Int {
        let prefix = indexKey(account, "started")
        return try await etcd.count(from: prefix, to: prefix + [0xFF])
    }

    /// The number of collaborations that an account has access to, without reading their names.
    public func collaborationCount(of account: AccountIdentifier) async throws -> Int {
        try await etcd.count(from: indexKey(account), to: indexKey(account) + [0xFF])
    }

    /// Takes all records out of the share of an account, and its name with them.
    public func eraseStarter(_ account: AccountIdentifier) async throws {
        let (prefix, name) = (indexKey(account, "started"), Data(account.rawValue.utf8))
        var start = prefix
        while true {
            let pairs = try await etcd.read([.requestRange(key: start, rangeEnd: prefix + [0xFF], limit: "1000")])[0]
            guard let last = pairs.last else { return }
            start = last.key + [0]
            for pair in pairs {
                let starterKey = key("starter", "") + pair.key.dropFirst(prefix.count)
                // Another account may start it at this time. Then the entry is gone.
                _ = try await etcd.change([(starterKey, Data()), (pair.key, nil)], if: starterKey, is: name)
            }
        }
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

    /// Ends nothing: connections close with the last reference.
    public func close() {}

    /// Throws if nothing can be written, and returns the time by the clock of a member.
    public func check() async throws -> ClosedRange<Date> { try await etcd.check() }

    private func key(_ kind: String, _ rest: String) -> Data { Data("collaboration/\(kind)/\(rest)".utf8) }

    /// What the keys of an account begin with: 0xFF, which is in no UTF-8, ends the account's name.
    private func indexKey(_ account: AccountIdentifier, _ kind: String = "account") -> Data {
        key(kind, account.rawValue) + [0xFF]
    }
}

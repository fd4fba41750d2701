public import CollaborationCore

/// A store in memory, for tests and for a single server that may forget everything.
///
/// It is also the shortest example of a store.
public actor InMemoryCollaborationStore: CollaborationStore {
    /// Identifies the data of this store.
    public nonisolated let identifier: StoreIdentifier

    private var records: [CollaborationIdentifier: StoredRecord] = [:]
    private var collaborations: [AccountIdentifier: Set<CollaborationIdentifier>] = [:]

    /// Makes an empty store.
    ///
    /// - Parameter identifier: A new one, except in a test: a new store has forgotten all uses of challenges.
    public init(identifier: StoreIdentifier = StoreIdentifier()) {
        self.identifier = identifier
    }

    /// Returns what is stored about a collaboration; nil if nothing is.
    public func record(of collaboration: CollaborationIdentifier) -> StoredRecord? {
        records[collaboration]
    }

    /// Replaces what is stored about a collaboration, if the version is stored.
    public func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) -> Bool {
        guard records[collaboration]?.version == version else { return false }
        records[collaboration] = record
        for account in accounts.added { collaborations[account, default: []].insert(collaboration) }
        for account in accounts.removed {
            collaborations[account]?.remove(collaboration)
            if collaborations[account]?.isEmpty == true { collaborations[account] = nil }
        }
        return true
    }

    /// Returns the collaborations that an account has access to, in the order of their bytes.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) -> [CollaborationIdentifier] {
        let names = collaborations[account, default: []].sorted()
        return Array(names.drop { name in last.map { name <= $0 } ?? false }.prefix(limit))
    }
}

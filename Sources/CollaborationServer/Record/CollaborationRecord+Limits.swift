import CollaborationCore

extension CollaborationRecord {
    /// The largest stored form, 1 MiB: 10,000 identities with eight accounts each, 2,048 used challenges and all names fit.
    package static let maximumByteCount = 1 << 20

    /// The largest number of identities in the life of a collaboration, 10,000: known and removed ones together.
    ///
    /// Messages reports one for each recipient of an invitation, and a conversation has some tens of people. A full
    /// record still accepts removals.
    package static let maximumIdentityCount = 10_000

    /// The largest number of accounts that an identity remembers, 8.
    static let maximumHolderCount = 8

    /// What names may take, 384 KiB: each account once, and each option wherever it is selected, with its bytes and 8 more.
    package static let maximumNameByteCount = 384 << 10

    /// The part of it that is kept for removed accounts, 32 KiB.
    package static let removalByteCount = 32 << 10

    /// What the names take.
    package var nameByteCount: Int { nameByteCount(of: names) }

    /// What the names take, of accounts that are known already.
    func nameByteCount(of accounts: some Sequence<AccountIdentifier>) -> Int {
        func byteCount(_ names: some Sequence<some StringIdentifier>) -> Int {
            names.reduce(0) { $0 + $1.rawValue.utf8.count + 8 }
        }
        let selections = share.map { [$0.selection] + $0.selections.values } ?? []
        return byteCount(accounts) + selections.reduce(0) { $0 + byteCount($1) }
    }

    /// Throws if the names have grown beyond what they may take.
    func checkNames(since old: CollaborationRecord, isRemoval: Bool = false) throws(CollaborationError) {
        let maximum = Self.maximumNameByteCount - (isRemoval ? 0 : Self.removalByteCount)
        let byteCount = nameByteCount
        guard byteCount <= maximum || byteCount <= old.nameByteCount else {
            throw .limit(.names(maximumByteCount: maximum))
        }
    }
}

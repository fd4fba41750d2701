import CollaborationModels
import CollaborationServer
import Foundation
import GRDB

extension SQLiteParticipantStore {
    /// The largest number of identities in the life of a collaboration, known and removed ones together.
    static let maximumIdentityCount = ParticipantRoster.maximumIdentityCount

    /// Adds identities, and removes others for good.
    ///
    /// - Throws: `ParticipantLimitError.collaborationTooLarge` if the collaboration would have too many identities, or
    ///   ``SQLiteDatabaseError``; then nothing has changed.
    public func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        let collaboration = update.collaborationIdentifier.bytes
        let removed = Set(update.removedIdentities)
        return try await database.write { database in
            var addedCount = 0
            for identity in update.addedIdentities where !removed.contains(identity) {
                addedCount += try database.change(.addIdentity, key(collaboration, identity))
            }
            let size = try database.grow(collaboration, by: addedCount)
            guard size <= Self.maximumIdentityCount else {
                throw ParticipantLimitError.collaborationTooLarge(maximum: Self.maximumIdentityCount)
            }
            let accounts = try database.remove(removed, from: collaboration)
            return try accounts.filter { try !database.hasIdentity($0.bytes, in: collaboration) }
        }
    }
}

extension Database {
    /// Removes identities and returns the accounts that they were paired with.
    fileprivate func remove(
        _ identities: Set<Person.Identity>,
        from collaboration: Data
    ) throws -> Set<AccountIdentifier> {
        // Not as Data: its hash covers 80 bytes only, so that long names which begin alike would take quadratic time.
        var accounts: Set<AccountIdentifier> = []
        var keptCount = 0
        for identity in identities {
            let key = key(collaboration, identity)
            accounts.formUnion(try data(.accountOfIdentity, key).map(AccountIdentifier.init(bytes:)))
            guard try change(.removeIdentity, key) == 0 else { continue }
            let maximum = SQLiteParticipantStore.maximumIdentityCount
            keptCount += try change(.keepRemoved, key + ["maximum": maximum])
        }
        try grow(collaboration, by: keptCount)
        return accounts
    }

    /// Adds to the number of a collaboration's identities.
    ///
    /// - Returns: The number afterwards, or zero if there is nothing to add.
    @discardableResult
    fileprivate func grow(_ collaboration: Data, by count: Int) throws -> Int64 {
        guard count > 0 else { return 0 }
        return try number(.grow, ["collaboration": collaboration, "count": count]) ?? 0
    }
}

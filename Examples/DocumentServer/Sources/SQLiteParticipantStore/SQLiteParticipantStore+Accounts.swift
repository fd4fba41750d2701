import CollaborationModels
import CollaborationServer
import Foundation
import GRDB

extension SQLiteParticipantStore {
    /// Returns the identities of a collaboration that are paired with an account.
    public func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await database.read { database in
            let key = key(collaboration.bytes, account)
            return try Set(database.data(.identities, key).map(Person.Identity.init(storedBytes:)))
        }
    }

    /// Returns the known identities of a collaboration, each with its account.
    public func participants(in collaboration: CollaborationIdentifier) async throws -> Set<Participant> {
        try await database.read { database in
            let rows = try database.rows(.participants, ["collaboration": collaboration.bytes])
            return try Set(rows.map(Participant.init(row:)))
        }
    }

    /// Returns the collaborations that an account has access to.
    public func collaborations(of account: AccountIdentifier) async throws -> Set<CollaborationIdentifier> {
        try await database.read { database in
            let names = try database.data(.collaborations, ["account": account.bytes])
            return Set(names.map(CollaborationIdentifier.init(bytes:)))
        }
    }

    /// Takes all identities of a collaboration from an account, and keeps them or removes them for good.
    public func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async throws -> Set<Person.Identity> {
        try await database.write { database in
            let key = key(collaboration.bytes, account)
            let identities = try database.data(.removeAccount, key + ["removed": !keepingIdentities])
            return try Set(identities.map(Person.Identity.init(storedBytes:)))
        }
    }

    /// Removes those of some identities that are not paired with an account, for good.
    public func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await database.write { database in
            try identities.filter { identity in
                try !database.data(.removeUnproven, key(collaboration.bytes, identity)).isEmpty
            }
        }
    }

    /// Removes all identities of a collaboration for good, with their pairings.
    public func removeAll(
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<AccountIdentifier> {
        try await accounts(in: collaboration, before: [.removeAll])
    }

    /// Deletes all that is stored about a collaboration, but its used challenges.
    public func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await accounts(in: collaboration, before: [.forget, .forgetSize])
    }

    /// Returns the accounts with access, and then runs statements that take it from them.
    private func accounts(
        in collaboration: CollaborationIdentifier,
        before statements: [StoreStatement]
    ) async throws -> Set<AccountIdentifier> {
        try await database.write { database in
            let accounts = try database.data(.accounts, ["collaboration": collaboration.bytes])
            for statement in statements {
                try database.run(statement, ["collaboration": collaboration.bytes])
            }
            return Set(accounts.map(AccountIdentifier.init(bytes:)))
        }
    }
}

public import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PostgreSQLParticipantStore {
    /// Takes all identities of a collaboration from an account, and keeps them or removes them for good.
    public func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async throws -> Set<Person.Identity> {
        let query = PostgreSQLQuery(
            ParticipantStatements.removeAccount,
            [
                "account": .name(account), "collaboration": .name(collaboration),
                "removed": .boolean(!keepingIdentities),
            ]
        )
        return try await database.transaction { try $0.run(query).identities() }
    }

    /// Removes those of some identities that are not paired with an account, for good.
    public func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        let query = PostgreSQLQuery(
            ParticipantStatements.removeUnproven,
            ["collaboration": .name(collaboration), "root_hashes": .rootHashes(identities)]
        )
        return try await database.transaction { try $0.run(query).identities() }
    }

    /// Removes all identities of a collaboration for good, with their pairings.
    public func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier>
    {
        try await accountsLosingAccess(to: collaboration, by: [ParticipantStatements.removeAll])
    }

    /// Deletes all that is stored about a collaboration, also which identities were removed.
    public func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await accountsLosingAccess(
            to: collaboration,
            by: [ParticipantStatements.forget, ParticipantStatements.forgetSize]
        )
    }

    private func accountsLosingAccess(
        to collaboration: CollaborationIdentifier,
        by statements: [PostgreSQLStatement]
    ) async throws -> Set<AccountIdentifier> {
        let key = ["collaboration": PostgreSQLValue.name(collaboration)]
        return try await database.transaction { connection in
            let queries = ([ParticipantStatements.accounts] + statements).map { PostgreSQLQuery($0, key) }
            return try connection.run(queries)[0].accounts()
        }
    }
}

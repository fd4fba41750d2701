public import CollaborationModels
public import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A participant store in PostgreSQL, with the statements of Documentation/StoreGuide.md.
///
/// Any number of servers may share the database. An operation that fails with `PostgreSQLError.outcomeUnknown` may be
/// done. It is not repeated here: the repetition of a removal returns no accounts, and whoever has to end their sessions would
/// take that for the answer. Only a pairing that names no other account is repeated, since its attempt identifies it.
public struct PostgreSQLParticipantStore: ParticipantStore {
    /// Identifies the data of this store.
    public let identifier: StoreIdentifier

    let database: PostgreSQLDatabase

    /// Makes the tables if they are absent, and reads the identifier.
    ///
    /// - Parameter database: The database.
    /// - Throws: `PostgreSQLError`.
    public init(_ database: PostgreSQLDatabase) async throws {
        self.database = database
        try await database.makeTables("participant_store", version: 1, script: ParticipantStatements.schema) {
            connection in
            let insertion: PostgreSQLStatement = "INSERT INTO store (identifier) VALUES (:identifier)"
            let identifier = PostgreSQLValue.bytes(StoreIdentifier().rawRepresentation)
            _ = try connection.run(PostgreSQLQuery(insertion, ["identifier": identifier]))
        }
        let rows = try await database.read(PostgreSQLQuery("SELECT identifier FROM store"))[0].rows
        guard rows.count == 1, let found = StoreIdentifier(rawRepresentation: try rows[0].bytes(0)) else {
            throw PostgreSQLError.unexpectedValue("the table store has not one row with 16 bytes")
        }
        identifier = found
    }
}

extension PostgreSQLParticipantStore {
    /// Returns the identities of a collaboration that are paired with an account.
    public func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        let parameters: [String: PostgreSQLValue] = [
            "account": .name(account), "collaboration": .name(collaboration),
        ]
        return try await database.read(PostgreSQLQuery(ParticipantStatements.identities, parameters))[0]
            .identities()
    }

    /// Returns the known identities of a collaboration, each with its account.
    public func participants(in collaboration: CollaborationIdentifier) async throws -> Set<Participant> {
        let query = PostgreSQLQuery(
            ParticipantStatements.participants,
            ["collaboration": .name(collaboration)]
        )
        return Set(try await database.read(query)[0].rows.map(Participant.init(row:)))
    }

    /// Returns the collaborations that an account has access to.
    public func collaborations(of account: AccountIdentifier) async throws -> Set<CollaborationIdentifier> {
        let query = PostgreSQLQuery(ParticipantStatements.collaborations, ["account": .name(account)])
        return Set(
            try await database.read(query)[0].rows.map { try CollaborationIdentifier(bytes: $0.bytes(0)) }
        )
    }
}

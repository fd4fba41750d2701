import CollaborationModels
import CollaborationServer
import Foundation
import GRDB

/// A store in a SQLite file, which several processes may share.
public struct SQLiteParticipantStore: ParticipantStore {
    /// Identifies the data of this store.
    ///
    /// After a restore from a backup, run `UPDATE store SET identifier = randomblob(16)` before the server starts.
    public let identifier: StoreIdentifier

    let database: SQLiteDatabase

    /// Opens the store in a database, and makes its tables if there are none.
    ///
    /// - Parameter database: The database, which may have other tables too.
    /// - Throws: ``SQLiteDatabaseError``.
    public init(_ database: SQLiteDatabase) async throws {
        try await database.migrate("participants", steps: [StoreStatement.schema.rawValue])
        self.database = database
        identifier = try await database.write { database in
            if let bytes = try Data.fetchOne(database, sql: "SELECT identifier FROM store") {
                return try StoreIdentifier(storedBytes: bytes)
            }
            let identifier = StoreIdentifier()
            let sql = "INSERT INTO store VALUES (?)"
            try database.execute(sql: sql, arguments: [identifier.rawRepresentation])
            return identifier
        }
    }

    /// Refuses a replay, pairs an identity with an account, and records the use of the challenge.
    public func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        let collaboration = pairing.collaborationIdentifier.bytes
        let account = pairing.account.bytes
        let use = pairing.challengeUse
        let expiration = use.expiration.milliseconds(rounding: .up)
        return try await database.write { database in
            let key = key(collaboration, pairing.identity)
            guard try !database.isReplay(use, expiration: expiration) else { return .challengeAlreadyUsed }
            guard let previous = try database.optionalData(.knownAccount, key).first else {
                return .unknownIdentity
            }
            let isTakenOver = previous != nil && previous != account
            guard !isTakenOver || pairing.policy == .replace else { return .pairedWithAnotherAccount }

            try database.run(.setAccount, key + ["account": account])
            try database.run(
                .recordUse,
                ["challenge": use.challengeIdentifier, "attempt": use.attempt, "expiration": expiration]
            )
            guard let previous, isTakenOver, try !database.hasIdentity(previous, in: collaboration) else {
                return .paired(revoked: nil)
            }
            return .paired(revoked: AccountIdentifier(bytes: previous))
        }
    }
}

import CollaborationModels
import CollaborationServer
import Foundation

/// A key-value database that replaces a document only if it still has the version that was read.
final class DocumentDatabase: Sendable {
    struct Document {
        var version = 0
        var roster = ParticipantRoster()
        var usedChallenges = UsedChallenges()
    }

    private let documents = Locked<[CollaborationIdentifier: Document]>([:])

    func read(_ identifier: CollaborationIdentifier) -> Document {
        documents.withLock { $0[identifier] ?? Document() }
    }

    /// Replaces a document and returns true if its version is still the one that was read.
    func replace(_ identifier: CollaborationIdentifier, with document: Document) -> Bool {
        documents.withLock { documents in
            guard documents[identifier, default: Document()].version == document.version else { return false }
            var next = document
            next.version += 1
            documents[identifier] = next
            return true
        }
    }
}

/// A store on such a database, as a server author would write it: read, change, replace, and start again on a
/// conflict.
struct DocumentStore: ParticipantStore {
    let database: DocumentDatabase

    /// Runs before each access to the database, so that a test can let another server interfere.
    var pause: @Sendable () async -> Void = { await Task.yield() }

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await change(update.collaborationIdentifier) { document in
            try document.roster.update(adding: update.addedIdentities, removing: update.removedIdentities)
        }
    }

    func pair(_ pairing: Pairing) async -> PairingOutcome {
        await change(pairing.collaborationIdentifier) { document in
            guard document.usedChallenges.record(pairing.challengeUse) else { return .challengeAlreadyUsed }
            return document.roster.pair(pairing.identity, with: pairing.account, policy: pairing.policy)
        }
    }

    func accounts(in collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await pause()
        return database.read(collaboration).roster.pairedAccounts
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        await pause()
        return database.read(collaboration).roster.identities(of: account)
    }

    func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await change(collaboration) { document in
            defer { document.roster = ParticipantRoster() }
            return document.roster.pairedAccounts
        }
    }

    func change<Value, Failure>(
        _ collaboration: CollaborationIdentifier,
        ignoringConflicts: Bool = false,
        _ body: (inout DocumentDatabase.Document) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        while true {
            await pause()
            var document = database.read(collaboration)
            let value = try body(&document)
            await pause()
            if ignoringConflicts { document.version = database.read(collaboration).version }
            if database.replace(collaboration, with: document) { return value }
        }
    }
}

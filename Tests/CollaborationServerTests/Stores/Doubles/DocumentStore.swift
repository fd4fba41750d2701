import CollaborationModels
import CollaborationServer
import Foundation

/// A document database that replaces the two documents of a collaboration in one transaction, if they still have
/// the versions that were read.
final class DocumentDatabase: Sendable {
    /// A document that gets a new version when it changes.
    struct Document<Content: Equatable & Sendable>: Sendable {
        var version = 0
        var content: Content

        /// Returns what replaces this document, nil if another version than that one was read.
        func replacement(_ read: Document) -> Document? {
            guard read.version == version else { return nil }
            return content == read.content ? self : Document(version: version + 1, content: read.content)
        }
    }

    struct Collaboration: Sendable {
        var participants = Document(content: ParticipantRoster())
        var usedChallenges = Document(content: UsedChallenges())
    }

    let identifier = StoreIdentifier()
    private let collaborations = Locked<[CollaborationIdentifier: Collaboration]>([:])

    func read(_ identifier: CollaborationIdentifier) -> Collaboration {
        collaborations.withLock { $0[identifier] ?? Collaboration() }
    }

    /// Replaces the documents and returns true if their versions are still those that were read.
    func replace(_ identifier: CollaborationIdentifier, with read: Collaboration) -> Bool {
        collaborations.withLock { collaborations in
            let current = collaborations[identifier, default: Collaboration()]
            guard let participants = current.participants.replacement(read.participants),
                let usedChallenges = current.usedChallenges.replacement(read.usedChallenges)
            else { return false }
            collaborations[identifier] = Collaboration(
                participants: participants,
                usedChallenges: usedChallenges
            )
            return true
        }
    }

    /// Returns the collaborations with an account, as an index on a field of the documents does.
    func collaborations(of account: AccountIdentifier) -> Set<CollaborationIdentifier> {
        collaborations.withLock { collaborations in
            Set(
                collaborations.filter { !$0.value.participants.content.identities(of: account).isEmpty }.keys
            )
        }
    }
}

/// A store on such a database, as a server author would write it: read, change, replace, and start again on a
/// conflict.
struct DocumentStore: ParticipantStore {
    let database: DocumentDatabase

    /// Runs before each access to the database, so that a test can let another server interfere.
    var pause: @Sendable () async -> Void = { await Task.yield() }

    var identifier: StoreIdentifier { database.identifier }

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await change(update.collaborationIdentifier) { participants, _ in
            try participants.update(adding: update.addedIdentities, removing: update.removedIdentities)
        }
    }

    func pair(_ pairing: Pairing) async -> PairingOutcome {
        await change(pairing.collaborationIdentifier) { participants, usedChallenges in
            participants.pair(pairing, using: &usedChallenges)
        }
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        await pause()
        return database.read(collaboration).participants.content.identities(of: account)
    }

    func participants(in collaboration: CollaborationIdentifier) async -> Set<Participant> {
        await pause()
        return database.read(collaboration).participants.content.participants
    }

    func collaborations(of account: AccountIdentifier) async -> Set<CollaborationIdentifier> {
        await pause()
        return database.collaborations(of: account)
    }

    func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async -> Set<Person.Identity> {
        await change(collaboration) { participants, _ in
            participants.remove(account, keepingIdentities: keepingIdentities)
        }
    }

    func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        await change(collaboration) { participants, _ in participants.removeUnproven(identities) }
    }

    func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await change(collaboration) { participants, _ in participants.removeAll() }
    }

    func forget(_ collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await change(collaboration) { participants, _ in
            defer { participants = ParticipantRoster() }
            return participants.pairedAccounts
        }
    }

    func change<Value, Failure>(
        _ collaboration: CollaborationIdentifier,
        ignoringConflicts: Bool = false,
        _ body: (inout ParticipantRoster, inout UsedChallenges) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        while true {
            await pause()
            var documents = database.read(collaboration)
            let value = try body(&documents.participants.content, &documents.usedChallenges.content)
            await pause()
            if ignoringConflicts {
                let current = database.read(collaboration)
                documents.participants.version = current.participants.version
                documents.usedChallenges.version = current.usedChallenges.version
            }
            if database.replace(collaboration, with: documents) { return value }
        }
    }
}

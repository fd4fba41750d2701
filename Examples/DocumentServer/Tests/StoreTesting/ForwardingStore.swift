package import CollaborationModels
package import CollaborationServer

/// A store for tests that hands each operation which it does not implement to another store.
package protocol ForwardingStore: ParticipantStore {
    /// The other store.
    var forwarded: any ParticipantStore { get }
}

extension ForwardingStore {
    package var identifier: StoreIdentifier { forwarded.identifier }

    package func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await forwarded.update(update)
    }

    package func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        try await forwarded.pair(pairing)
    }

    package func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await forwarded.identities(of: account, in: collaboration)
    }

    package func participants(in collaboration: CollaborationIdentifier) async throws -> Set<Participant> {
        try await forwarded.participants(in: collaboration)
    }

    package func collaborations(of account: AccountIdentifier) async throws -> Set<CollaborationIdentifier> {
        try await forwarded.collaborations(of: account)
    }

    package func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async throws -> Set<Person.Identity> {
        try await forwarded.remove(account, from: collaboration, keepingIdentities: keepingIdentities)
    }

    package func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await forwarded.removeUnproven(identities, from: collaboration)
    }

    package func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier>
    {
        try await forwarded.removeAll(from: collaboration)
    }

    package func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await forwarded.forget(collaboration)
    }
}

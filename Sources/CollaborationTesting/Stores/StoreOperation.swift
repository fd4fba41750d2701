package import CollaborationModels
package import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One call of a store.
package enum StoreOperation: Hashable, Sendable {
    case update(ParticipantsUpdate)
    case pair(Pairing)
    case identities(AccountIdentifier, CollaborationIdentifier)
    case participants(CollaborationIdentifier)
    case collaborations(AccountIdentifier)
    case remove(AccountIdentifier, CollaborationIdentifier, keepingIdentities: Bool)
    case removeUnproven(Set<Person.Identity>, CollaborationIdentifier)
    case removeAll(CollaborationIdentifier)
    case forget(CollaborationIdentifier)

    package func perform(on store: some ParticipantStore) async throws -> StoreResult {
        switch self {
        case .update(let update): .accounts(try await store.update(update))
        case .pair(let pairing): .outcome(try await store.pair(pairing))
        case .identities(let account, let collaboration):
            .identities(try await store.identities(of: account, in: collaboration))
        case .participants(let collaboration):
            .participants(try await store.participants(in: collaboration))
        case .collaborations(let account): .collaborations(try await store.collaborations(of: account))
        case .remove(let account, let collaboration, let keepingIdentities):
            .identities(
                try await store.remove(account, from: collaboration, keepingIdentities: keepingIdentities)
            )
        case .removeUnproven(let identities, let collaboration):
            .identities(try await store.removeUnproven(identities, from: collaboration))
        case .removeAll(let collaboration): .accounts(try await store.removeAll(from: collaboration))
        case .forget(let collaboration): .accounts(try await store.forget(collaboration))
        }
    }
}

/// What a call of a store returned.
package enum StoreResult: Hashable, Sendable {
    case accounts(Set<AccountIdentifier>)
    case identities(Set<Person.Identity>)
    case participants(Set<Participant>)
    case collaborations(Set<CollaborationIdentifier>)
    case outcome(PairingOutcome)
}

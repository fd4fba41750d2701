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
    case accounts(CollaborationIdentifier)
    case identities(AccountIdentifier, CollaborationIdentifier)
    case removeAll(CollaborationIdentifier)

    package func perform(on store: some ParticipantStore) async throws -> StoreResult {
        switch self {
        case .update(let update): .accounts(try await store.update(update))
        case .pair(let pairing): .outcome(try await store.pair(pairing))
        case .accounts(let collaboration): .accounts(try await store.accounts(in: collaboration))
        case .identities(let account, let collaboration):
            .identities(try await store.identities(of: account, in: collaboration))
        case .removeAll(let collaboration): .accounts(try await store.removeAll(from: collaboration))
        }
    }
}

/// What a call of a store returned.
package enum StoreResult: Hashable, Sendable {
    case accounts(Set<AccountIdentifier>)
    case identities(Set<Person.Identity>)
    case outcome(PairingOutcome)
}

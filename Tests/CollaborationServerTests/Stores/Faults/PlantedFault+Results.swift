import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// Statements that fail, and results that are not complete or of another collaboration.
extension PlantedFault {
    struct DatabaseError: Error {}

    static let results = [
        PlantedFault(
            "An unknown collaboration is an error",
            breaking: "An unknown collaboration has no participants"
        ) { operation, store in
            let result = try await operation.perform(on: store)
            if case .participants([]) = result { throw DatabaseError() }
            return result
        },
        PlantedFault(
            "An identity is paired with one account at most once",
            breaking: "An identity can be paired with the same account any number of times"
        ) { operation, store in
            if case .pair(let pairing) = operation, pairing.policy == .refuse {
                let found = await store.identities(of: pairing.account, in: pairing.collaborationIdentifier)
                if found.contains(pairing.identity) { return .outcome(.pairedWithAnotherAccount) }
            }
            return try await operation.perform(on: store)
        },
        PlantedFault(
            "At most 100 participants are returned",
            breaking: "A collaboration with many participants is stored and returned in whole"
        ) { operation, store in
            let result = try await operation.perform(on: store)
            guard case .participants(let participants) = result else { return result }
            return .participants(Set(participants.prefix(100)))
        },
        PlantedFault(
            "At most 100 identities of an account are returned",
            breaking: "A collaboration with many participants is stored and returned in whole"
        ) { operation, store in
            let result = try await operation.perform(on: store)
            guard case .identities(let identities) = result else { return result }
            return .identities(Set(identities.prefix(100)))
        },
        PlantedFault(
            "An update of more than 999 identities is an error",
            breaking: "A collaboration with many participants is stored and returned in whole"
        ) { operation, store in
            if case .update(let update) = operation,
                update.addedIdentities.count + update.removedIdentities.count > 999
            {
                throw DatabaseError()
            }
            return try await operation.perform(on: store)
        },
        PlantedFault(
            "An update that removes an identity again is an error",
            breaking: "An account is revoked with its last identity and not before",
            nodes: {
                let store = InMemoryParticipantStore()
                let removed = Locked<Set<Person.Identity>>([])
                return [
                    InterceptedStore { operation in
                        if case .update(let update) = operation {
                            try removed.withLock { removed in
                                guard removed.isDisjoint(with: update.removedIdentities) else {
                                    throw DatabaseError()
                                }
                                removed.formUnion(update.removedIdentities)
                            }
                        }
                        return try await operation.perform(on: store)
                    }
                ]
            }
        ),
        PlantedFault(
            "An account of which one identity is taken over loses all",
            breaking: "Under the policy to replace, a second account takes an identity over"
        ) { operation, store in
            guard case .pair(let pairing) = operation, pairing.policy == .replace else {
                return try await operation.perform(on: store)
            }
            let participants = await store.participants(in: pairing.collaborationIdentifier)
            let account = participants.first { $0.identity == pairing.identity }?.account
            let result = try await operation.perform(on: store)
            if let account, account != pairing.account {
                _ = await store.remove(
                    account,
                    from: pairing.collaborationIdentifier,
                    keepingIdentities: true
                )
            }
            return result
        },
        PlantedFault(
            "An update without identities is an error",
            breaking: "An update may be empty, and may name an identity twice"
        ) { operation, store in
            if case .update(let update) = operation,
                update.addedIdentities.isEmpty, update.removedIdentities.isEmpty
            {
                throw DatabaseError()
            }
            return try await operation.perform(on: store)
        },
        PlantedFault(
            "An update that names an identity twice is an error",
            breaking: "An update may be empty, and may name an identity twice"
        ) { operation, store in
            if case .update(let update) = operation,
                Set(update.addedIdentities).count < update.addedIdentities.count
            {
                throw DatabaseError()
            }
            return try await operation.perform(on: store)
        },
        PlantedFault(
            "An account counts as revoked when it has access to nothing any more",
            breaking: "An account in two collaborations loses access to one without the other",
            nodes: {
                let store = InMemoryParticipantStore()
                let seen = Locked<Set<CollaborationIdentifier>>([])
                return [
                    InterceptedStore { operation in
                        let result = try await operation.perform(on: store)
                        guard case .update(let update) = operation, case .accounts(var accounts) = result
                        else { return result }
                        let all = seen.withLock { seen in
                            seen.insert(update.collaborationIdentifier)
                            return seen
                        }
                        for other in all { try await accounts.subtract(store.accounts(in: other)) }
                        return .accounts(accounts)
                    }
                ]
            }
        ),
        PlantedFault(
            "Removing all of a collaboration hides the identities that its accounts have elsewhere",
            breaking: "Removing all identities of a collaboration is final and returns its accounts once",
            nodes: {
                let store = InMemoryParticipantStore()
                let hidden = Locked<Set<AccountIdentifier>>([])
                return [
                    InterceptedStore { operation in
                        let result = try await operation.perform(on: store)
                        switch (operation, result) {
                        case (.removeAll, .accounts(let accounts)):
                            hidden.withLock { $0.formUnion(accounts) }
                        case (.pair(let pairing), .outcome(.paired)):
                            _ = hidden.withLock { $0.remove(pairing.account) }
                        case (.identities(let account, _), _):
                            if hidden.withLock({ $0.contains(account) }) { return .identities([]) }
                        default: break
                        }
                        return result
                    }
                ]
            }
        ),
        PlantedFault(
            "An account whose identity was taken over still has it in an index",
            breaking: "Under the policy to replace, a second account takes an identity over",
            nodes: {
                let store = InMemoryParticipantStore()
                let taken = Locked<[AccountIdentifier: Pairing]>([:])
                return [
                    InterceptedStore { operation in
                        let result = try await operation.perform(on: store)
                        if case .pair(let pairing) = operation, case .outcome(.paired(let revoked?)) = result
                        {
                            taken.withLock { $0[revoked] = pairing }
                        }
                        if case .identities(let account, let collaboration) = operation,
                            case .identities(let identities) = result, identities.isEmpty,
                            let pairing = taken.withLock({ $0[account] }),
                            pairing.collaborationIdentifier == collaboration
                        {
                            return .identities([pairing.identity])
                        }
                        return result
                    }
                ]
            }
        ),
    ]
}

import CollaborationCrypto
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// Removals that remove too much or too little, and an index of accounts that they leave as it was.
extension PlantedFault {
    static let removals =
        [
            PlantedFault(
                "A removed account always keeps its identities",
                breaking: "The identities of an account that is removed with them are removed for good"
            ) { operation, store in
                guard case .remove(let account, let collaboration, _) = operation else {
                    return try await operation.perform(on: store)
                }
                return .identities(await store.remove(account, from: collaboration, keepingIdentities: true))
            },
            PlantedFault(
                "A removed account never keeps its identities",
                breaking: "A removed account whose identities are kept can prove them again"
            ) { operation, store in
                guard case .remove(let account, let collaboration, _) = operation else {
                    return try await operation.perform(on: store)
                }
                return .identities(await store.remove(account, from: collaboration, keepingIdentities: false))
            },
            PlantedFault(
                "The identities of a removed account can be added again",
                breaking: "The identities of an account that is removed with them are removed for good"
            ) { operation, store in
                let result = try await operation.perform(on: store)
                if case .remove(_, let collaboration, keepingIdentities: false) = operation {
                    try await store.forgetRemovals(from: collaboration)
                }
                return result
            },
            PlantedFault(
                "The removal of an account removes it from all collaborations",
                breaking: "The identities of an account that is removed with them are removed for good"
            ) { operation, store in
                let result = try await operation.perform(on: store)
                if case .remove(let account, _, let isKeeping) = operation {
                    for other in await store.collaborations(of: account) {
                        _ = await store.remove(account, from: other, keepingIdentities: isKeeping)
                    }
                }
                return result
            },
            PlantedFault(
                "Identities that nobody has proven can be added again after their removal",
                breaking: "Identities that nobody has proven are removed for good, and others are kept"
            ) { operation, store in
                let result = try await operation.perform(on: store)
                if case .removeUnproven(_, let collaboration) = operation {
                    try await store.forgetRemovals(from: collaboration)
                }
                return result
            },
            PlantedFault(
                "Identities are removed although somebody has proven them",
                breaking: "Identities that nobody has proven are removed for good, and others are kept"
            ) { operation, store in
                guard case .removeUnproven(let identities, let collaboration) = operation else {
                    return try await operation.perform(on: store)
                }
                let known = Set(await store.participants(in: collaboration).map(\.identity))
                _ = try await store.update(
                    ParticipantsUpdate(
                        collaborationIdentifier: collaboration,
                        removedIdentities: Array(identities.intersection(known))
                    )
                )
                return .identities(identities.intersection(known))
            },
            PlantedFault(
                "The removal of identities that nobody has proven is remembered also if they were not known",
                breaking: "Identities that nobody has proven are removed for good, and others are kept"
            ) { operation, store in
                let result = try await operation.perform(on: store)
                if case .removeUnproven(let identities, let collaboration) = operation {
                    let known = Set(await store.participants(in: collaboration).map(\.identity))
                    _ = try await store.update(
                        ParticipantsUpdate(
                            collaborationIdentifier: collaboration,
                            removedIdentities: Array(identities.subtracting(known))
                        )
                    )
                }
                return result
            },
            PlantedFault(
                "All identities of a collaboration can be added again after their removal",
                breaking: "Removing all identities of a collaboration is final and returns its accounts once"
            ) { operation, store in
                guard case .removeAll(let collaboration) = operation else {
                    return try await operation.perform(on: store)
                }
                return .accounts(await store.forget(collaboration))
            },
            PlantedFault(
                "A collaboration that is forgotten keeps its removed identities",
                breaking: "A collaboration that is forgotten has no participants and no removed identities"
            ) { operation, store in
                guard case .forget(let collaboration) = operation else {
                    return try await operation.perform(on: store)
                }
                return .accounts(await store.removeAll(from: collaboration))
            },
            PlantedFault(
                "An identity that is removed from one collaboration is removed from all",
                breaking: "An identity that is removed from one collaboration can be added to another",
                nodes: {
                    let store = InMemoryParticipantStore()
                    let removed = Locked<Set<Person.Identity>>([])
                    return [
                        InterceptedStore { operation in
                            guard case .update(let update) = operation else {
                                return try await operation.perform(on: store)
                            }
                            let all = removed.withLock { removed in
                                removed.formUnion(update.removedIdentities)
                                return removed
                            }
                            return .accounts(
                                try await store.update(
                                    ParticipantsUpdate(
                                        collaborationIdentifier: update.collaborationIdentifier,
                                        addedIdentities: update.addedIdentities.filter { !all.contains($0) },
                                        removedIdentities: update.removedIdentities
                                    )
                                )
                            )
                        }
                    ]
                }
            ),
            PlantedFault(
                "Only proven identities are returned as participants",
                breaking: "The participants are the known identities, each with its account"
            ) { operation, store in
                let result = try await operation.perform(on: store)
                guard case .participants(let participants) = result else { return result }
                return .participants(participants.filter { $0.account != nil })
            },
        ]
}

extension InMemoryParticipantStore {
    /// Makes a collaboration forget which identities were removed from it, except for some.
    func forgetRemovals(
        from collaboration: CollaborationIdentifier,
        except remembered: [Person.Identity] = []
    ) async throws {
        let participants = await participants(in: collaboration)
        _ = await forget(collaboration)
        _ = try await update(
            ParticipantsUpdate(
                collaborationIdentifier: collaboration,
                addedIdentities: participants.map(\.identity),
                removedIdentities: remembered
            )
        )
        for participant in participants {
            guard let account = participant.account else { continue }
            _ = await pair(
                Pairing(
                    collaborationIdentifier: collaboration,
                    identity: participant.identity,
                    account: account,
                    challengeUse: ChallengeUse(
                        digest: SHA256.hash(data: UUID().uuidString.utf8),
                        date: .distantPast,
                        expiration: .distantFuture
                    ),
                    policy: .refuse
                )
            )
        }
    }
}

import CollaborationModels
import CollaborationServer
import CollaborationTesting

/// Faults that show only for one of several identities or accounts, or only together with other ones.
extension PlantedFault {
    static let updates =
        [
            PlantedFault(
                "An update that arrives again is an error",
                breaking: "An update that is applied twice changes nothing the second time",
                nodes: {
                    let store = InMemoryParticipantStore()
                    let last = Locked<ParticipantsUpdate?>(nil)
                    return [
                        InterceptedStore { operation in
                            if case .update(let update) = operation {
                                try last.withLock { last in
                                    guard last != update else { throw DatabaseError() }
                                    last = update
                                }
                            }
                            return try await operation.perform(on: store)
                        }
                    ]
                }
            ),
            PlantedFault(
                "An identity that is added again together with a new one loses its account",
                breaking: "An identity that is added again keeps its account"
            ) { operation, store in
                guard case .update(let update) = operation else {
                    return try await operation.perform(on: store)
                }
                let collaboration = update.collaborationIdentifier
                let known = await store.participants(in: collaboration)
                let result = try await operation.perform(on: store)
                if !known.isSuperset(of: await store.participants(in: collaboration)) {
                    for participant in known where update.addedIdentities.contains(participant.identity) {
                        guard let account = participant.account else { continue }
                        _ = await store.remove(account, from: collaboration, keepingIdentities: true)
                    }
                }
                return result
            },
            PlantedFault(
                "A known identity that one update both adds and removes is kept",
                breaking: "An identity that one update both adds and removes is removed for good"
            ) { operation, store in
                guard case .update(let update) = operation else {
                    return try await operation.perform(on: store)
                }
                let kept = Set(await store.participants(in: update.collaborationIdentifier).map(\.identity))
                    .intersection(update.addedIdentities)
                return .accounts(
                    try await store.update(
                        ParticipantsUpdate(
                            collaborationIdentifier: update.collaborationIdentifier,
                            addedIdentities: update.addedIdentities,
                            removedIdentities: update.removedIdentities.filter { !kept.contains($0) }
                        )
                    )
                )
            },
            PlantedFault(
                "An identity that was proven can be added again after its removal",
                breaking: "An identity that was removed is not added again"
            ) { operation, store in
                guard case .update(let update) = operation else {
                    return try await operation.perform(on: store)
                }
                let collaboration = update.collaborationIdentifier
                let proven = Set(
                    await store.participants(in: collaboration).filter { $0.account != nil }.map(\.identity)
                )
                let result = try await operation.perform(on: store)
                if !proven.isDisjoint(with: update.removedIdentities) {
                    try await store.forgetRemovals(
                        from: collaboration,
                        except: update.removedIdentities.filter { !proven.contains($0) }
                    )
                }
                return result
            },
            PlantedFault(
                "A removed identity that nobody has proven can still be paired",
                breaking: "An identity that was removed is not added again",
                nodes: {
                    let store = InMemoryParticipantStore()
                    let unproven = Locked<Set<Person.Identity>>([])
                    return [
                        InterceptedStore { operation in
                            if case .pair(let pairing) = operation,
                                unproven.withLock({ $0.contains(pairing.identity) })
                            {
                                return .outcome(.paired(revoked: nil))
                            }
                            if case .update(let update) = operation {
                                let found = await store.participants(in: update.collaborationIdentifier)
                                    .filter { $0.account == nil }.map(\.identity)
                                unproven.withLock {
                                    $0.formUnion(Set(found).intersection(update.removedIdentities))
                                }
                            }
                            return try await operation.perform(on: store)
                        }
                    ]
                }
            ),
            PlantedFault(
                "Where nobody takes part, a pairing looks into a collaboration with the same lower-case name",
                breaking: "Names of collaborations that differ in any byte are different collaborations",
                nodes: {
                    let store = InMemoryParticipantStore()
                    let seen = Locked<Set<CollaborationIdentifier>>([])
                    return [
                        InterceptedStore { operation in
                            if case .update(let update) = operation {
                                seen.withLock { _ = $0.insert(update.collaborationIdentifier) }
                            }
                            guard case .pair(let pairing) = operation,
                                await store.participants(in: pairing.collaborationIdentifier).isEmpty
                            else { return try await operation.perform(on: store) }
                            let name = pairing.collaborationIdentifier.rawValue.lowercased()
                            for other in seen.withLock({ $0 }) where other.rawValue.lowercased() == name {
                                let found = await store.participants(in: other)
                                if found.contains(where: { $0.identity == pairing.identity }) {
                                    return .outcome(.pairedWithAnotherAccount)
                                }
                            }
                            return try await operation.perform(on: store)
                        }
                    ]
                }
            ),
            PlantedFault(
                "A removed account is still listed with the collaboration",
                breaking: "One of several concurrent removals of an account returns its identities",
                nodes: {
                    let store = InMemoryParticipantStore()
                    let stale = Locked<[AccountIdentifier: CollaborationIdentifier]>([:])
                    return [
                        InterceptedStore { operation in
                            let result = try await operation.perform(on: store)
                            if case .remove(let account, let collaboration, _) = operation {
                                stale.withLock { $0[account] = collaboration }
                            }
                            guard case .collaborations(let account) = operation,
                                case .collaborations(let found) = result,
                                let collaboration = stale.withLock({ $0[account] })
                            else { return result }
                            return .collaborations(found.union([collaboration]))
                        }
                    ]
                }
            ),
        ] + [true, false].map(forgetsOneRemoval)

    /// Of the identities that are removed with their account, the one that was proven first or last is forgotten.
    private static func forgetsOneRemoval(isFirst: Bool) -> PlantedFault {
        PlantedFault(
            "Of an account's identities the \(isFirst ? "first" : "last") one can be added again after their removal",
            breaking: "The identities of an account that is removed with them are removed for good",
            nodes: {
                let store = InMemoryParticipantStore()
                let proven = Locked<[Person.Identity]>([])
                return [
                    InterceptedStore { operation in
                        let result = try await operation.perform(on: store)
                        if case .pair(let pairing) = operation {
                            proven.withLock { $0.append(pairing.identity) }
                        }
                        guard case .remove(_, let collaboration, keepingIdentities: false) = operation,
                            case .identities(let removed) = result
                        else { return result }
                        let order = proven.withLock { $0.filter(removed.contains) }
                        if let forgotten = isFirst ? order.first : order.last {
                            try await store.forgetRemovals(
                                from: collaboration,
                                except: Array(removed.subtracting([forgotten]))
                            )
                        }
                        return result
                    }
                ]
            }
        )
    }
}

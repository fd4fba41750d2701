import CollaborationModels
import CollaborationServer
import CollaborationTesting

/// An index of the accounts that is not kept up.
extension PlantedFault {
    static let listing =
        [
            PlantedFault(
                "The index of accounts loses an account with its first identity",
                breaking: "An account that keeps one of two identities is still listed"
            ) { operation, store in
                let result = try await operation.perform(on: store)
                guard case .collaborations(let account) = operation, case .collaborations(let found) = result
                else { return result }
                var listed: Set<CollaborationIdentifier> = []
                for collaboration in found
                where await store.identities(of: account, in: collaboration).count > 1 {
                    listed.insert(collaboration)
                }
                return .collaborations(listed)
            }
        ] + Index.allCases.map(\.fault)

    /// A change after which the index of accounts still has the account.
    private enum Index: String, CaseIterable {
        case update, pairing, removal, removalWithIdentities, removalOfAll, forgetting

        var fault: PlantedFault {
            PlantedFault(
                "An account is still listed after this change took its last identity: \(rawValue)",
                breaking: self == .forgetting
                    ? "A collaboration that is forgotten has no participants and no removed identities"
                    : "An account is listed with a collaboration while it has an identity there",
                nodes: {
                    let store = InMemoryParticipantStore()
                    let stale = Locked<Set<[String]>>([])
                    return [
                        InterceptedStore { operation in
                            let result = try await operation.perform(on: store)
                            stale.withLock { $0.formUnion(self.left(by: operation, returning: result)) }
                            guard case .collaborations(let account) = operation,
                                case .collaborations(let found) = result
                            else { return result }
                            let left = stale.withLock { $0.filter { $0[0] == account.rawValue } }
                            return .collaborations(
                                found.union(left.map { CollaborationIdentifier(rawValue: $0[1]) })
                            )
                        }
                    ]
                }
            )
        }

        /// The accounts and the collaboration that an operation leaves in the index.
        private func left(by operation: StoreOperation, returning result: StoreResult) -> [[String]] {
            func pairs(_ accounts: Set<AccountIdentifier>, _ collaboration: CollaborationIdentifier)
                -> [[String]]
            {
                accounts.map { [$0.rawValue, collaboration.rawValue] }
            }
            switch (self, operation, result) {
            case (.update, .update(let update), .accounts(let accounts)):
                return pairs(accounts, update.collaborationIdentifier)
            case (.pairing, .pair(let pairing), .outcome(.paired(revoked: let account?))):
                return pairs([account], pairing.collaborationIdentifier)
            case (.removal, .remove(let account, let collaboration, keepingIdentities: true), _),
                (.removalWithIdentities, .remove(let account, let collaboration, keepingIdentities: false), _):
                return pairs([account], collaboration)
            case (.removalOfAll, .removeAll(let collaboration), .accounts(let accounts)),
                (.forgetting, .forget(let collaboration), .accounts(let accounts)):
                return pairs(accounts, collaboration)
            default: return []
            }
        }
    }
}

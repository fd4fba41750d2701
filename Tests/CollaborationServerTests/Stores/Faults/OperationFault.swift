import CollaborationCrypto
import CollaborationModels
import CollaborationServer
import CollaborationTesting

/// A fault that a change of a store can have, whichever change it is.
enum OperationFault: Hashable, Sendable {
    /// The change is answered and not stored.
    case lost(StoreChange)

    /// The answer names nobody.
    case silent(StoreChange)

    /// The answer names everybody whom the collaboration had.
    case telling(StoreChange)

    /// The change is made in all collaborations.
    case spread(StoreChange)

    /// The change deletes the used challenges.
    case reopening(StoreChange)

    /// A list is not told of the change.
    case stale(StoreList, StoreChange)

    /// All faults of a change, by their names in a table.
    static func all(of change: StoreChange) -> [(name: String, value: OperationFault)] {
        [
            ("lost", .lost(change)), ("silent", .silent(change)), ("telling", .telling(change)),
            ("spread", .spread(change)), ("reopening", .reopening(change)),
        ] + StoreList.allCases.map { ($0.rawValue, .stale($0, change)) }
    }

    /// Makes a store with this fault.
    func store() -> InterceptedStore {
        let state = Locked(State())
        return InterceptedStore { operation in state.withLock { $0.perform(operation, with: self) } }
    }

    private struct State {
        var model = StoreModel()

        /// What a list that was not told of some changes knows.
        var staleModel = StoreModel()

        var collaborations: Set<CollaborationIdentifier> = []

        /// How often the used challenges were deleted.
        var deletionCount: UInt8 = 0

        mutating func perform(_ original: StoreOperation, with fault: OperationFault) -> StoreResult {
            let operation = original.map(use: reopened)
            if let collaboration = operation.collaboration { collaborations.insert(collaboration) }
            var next = model
            let result = next.apply(operation)
            let change = StoreChange(operation, returning: result)

            if case .stale(let list, let missed) = fault {
                if change != missed { _ = staleModel.apply(operation) }
                if StoreList(operation) == list { return staleModel.apply(operation) }
            }
            if let change, fault == .lost(change) { return result }
            let before = model
            model = next
            guard let change else { return result }
            switch fault {
            case .silent(change): return result.naming([])
            case .telling(change): return result.naming(before.everybody(in: operation))
            case .spread(change):
                for other in collaborations { _ = model.apply(operation.map(collaboration: { _ in other })) }
            case .reopening(change): deletionCount += 1
            default: break
            }
            return result
        }

        /// The use under another name after each deletion, so that it is not known.
        private func reopened(_ use: ChallengeUse) -> ChallengeUse {
            var bytes = use.digest.rawRepresentation
            bytes[0] ^= deletionCount
            return use.with(digest: try? SHA256Digest(rawRepresentation: bytes))
        }
    }
}

/// A kind of change.
enum StoreChange: String, CaseIterable, Sendable {
    case adding, removing, pairing, replacing, removingAccount, removingAccountWithIdentities,
        removingUnproven
    case removingAll, forgetting

    /// The kind of an operation, nil if it changes nothing.
    init?(_ operation: StoreOperation, returning result: StoreResult) {
        switch operation {
        case .update(let update): self = update.removedIdentities.isEmpty ? .adding : .removing
        case .pair(let pairing):
            guard case .outcome(.paired) = result else { return nil }
            self = pairing.policy == .replace ? .replacing : .pairing
        case .remove(_, _, let isKeeping):
            self = isKeeping ? .removingAccount : .removingAccountWithIdentities
        case .removeUnproven: self = .removingUnproven
        case .removeAll: self = .removingAll
        case .forget: self = .forgetting
        case .identities, .participants, .collaborations: return nil
        }
    }
}

/// A list that a store returns.
enum StoreList: String, CaseIterable, Sendable {
    case identities, participants, collaborations

    init?(_ operation: StoreOperation) {
        switch operation {
        case .identities: self = .identities
        case .participants: self = .participants
        case .collaborations: self = .collaborations
        default: return nil
        }
    }
}

extension StoreOperation {
    fileprivate var collaboration: CollaborationIdentifier? {
        switch self {
        case .update(let update): update.collaborationIdentifier
        case .pair(let pairing): pairing.collaborationIdentifier
        case .identities(_, let collaboration), .participants(let collaboration),
            .remove(_, let collaboration, _),
            .removeUnproven(_, let collaboration), .removeAll(let collaboration), .forget(let collaboration):
            collaboration
        case .collaborations: nil
        }
    }
}

extension StoreModel {
    fileprivate func everybody(in operation: StoreOperation) -> Set<Participant> {
        var model = self
        guard let collaboration = operation.collaboration,
            case .participants(let found) = model.apply(.participants(collaboration))
        else { return [] }
        return found
    }
}

extension StoreResult {
    /// The same kind of result with everybody among some participants, nobody if there are none.
    fileprivate func naming(_ participants: Set<Participant>) -> StoreResult {
        switch self {
        case .accounts: .accounts(Set(participants.compactMap(\.account)))
        case .identities: .identities(Set(participants.map(\.identity)))
        case .outcome(.paired):
            .outcome(.paired(revoked: participants.compactMap(\.account).min { $0 < $1 }))
        default: self
        }
    }
}

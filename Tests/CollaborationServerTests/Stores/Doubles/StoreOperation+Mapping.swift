import CollaborationCrypto
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

extension StoreOperation {
    /// The same operation with other values.
    func map(
        collaboration: (CollaborationIdentifier) -> CollaborationIdentifier = { $0 },
        account: (AccountIdentifier) -> AccountIdentifier = { $0 },
        identity: (Person.Identity) -> Person.Identity = { $0 },
        use: (ChallengeUse) -> ChallengeUse = { $0 }
    ) -> StoreOperation {
        switch self {
        case .update(let update):
            return .update(
                ParticipantsUpdate(
                    collaborationIdentifier: collaboration(update.collaborationIdentifier),
                    addedIdentities: update.addedIdentities.map(identity),
                    removedIdentities: update.removedIdentities.map(identity)
                )
            )
        case .pair(let pairing):
            return .pair(
                Pairing(
                    collaborationIdentifier: collaboration(pairing.collaborationIdentifier),
                    identity: identity(pairing.identity),
                    account: account(pairing.account),
                    challengeUse: use(pairing.challengeUse),
                    policy: pairing.policy
                )
            )
        case .identities(let owner, let identifier):
            return .identities(account(owner), collaboration(identifier))
        case .participants(let identifier): return .participants(collaboration(identifier))
        case .collaborations(let owner): return .collaborations(account(owner))
        case .remove(let owner, let identifier, let isKeeping):
            return .remove(account(owner), collaboration(identifier), keepingIdentities: isKeeping)
        case .removeUnproven(let identities, let identifier):
            return .removeUnproven(Set(identities.map(identity)), collaboration(identifier))
        case .removeAll(let identifier): return .removeAll(collaboration(identifier))
        case .forget(let identifier): return .forget(collaboration(identifier))
        }
    }
}

extension Pairing {
    func with(use: ChallengeUse) -> Pairing {
        Pairing(
            collaborationIdentifier: collaborationIdentifier,
            identity: identity,
            account: account,
            challengeUse: use,
            policy: policy
        )
    }
}

extension ChallengeUse {
    func with(
        digest: SHA256Digest? = nil,
        attempt: Int64? = nil,
        expiration: Date? = nil
    ) -> ChallengeUse {
        ChallengeUse(
            digest: digest ?? self.digest,
            attempt: attempt ?? self.attempt,
            date: date,
            expiration: expiration ?? self.expiration
        )
    }
}

import CollaborationCrypto
package import CollaborationModels
package import CollaborationServer

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The collaborations, identities, accounts and challenges of one check, under names that no other check
/// uses.
package struct StoreFixture: Sendable {
    package let collaborations: [CollaborationIdentifier]
    package let identities: [Person.Identity]
    package let accounts: [AccountIdentifier]
    package let date: Date
    private let name: String

    package init(
        _ name: String,
        date: Date = Date(timeIntervalSince1970: 1_700_000_000),
        identityCount: Int = 4,
        identities: [Person.Identity]? = nil,
        collaborations: [String]? = nil,
        accounts: [String]? = nil
    ) throws {
        self.name = name
        self.date = date
        self.collaborations = (collaborations ?? ["first", "second"].map { "\(name) \($0)" }).map {
            CollaborationIdentifier(rawValue: $0)
        }
        self.accounts = (accounts ?? ["alice", "bob", "carol"].map { "\(name) \($0)" }).map {
            AccountIdentifier(rawValue: $0)
        }
        var generator = SeededGenerator(name)
        self.identities =
            try identities
            ?? (0..<identityCount).map { _ in try Person.Identity(rootHash: Data(generator.next32Bytes())) }
    }

    package var collaboration: CollaborationIdentifier { collaborations[0] }

    package func update(
        adding added: [Int] = [],
        removing removed: [Int] = [],
        in collaboration: Int = 0
    ) -> ParticipantsUpdate {
        ParticipantsUpdate(
            collaborationIdentifier: collaborations[collaboration],
            addedIdentities: added.map { identities[$0] },
            removedIdentities: removed.map { identities[$0] }
        )
    }

    /// Pairs an identity with an account, by a use at some seconds after the start.
    package func pairing(
        _ identity: Int,
        with account: Int,
        challenge: Int,
        attempt: Int64 = ChallengeUse.newAttempt(),
        in collaboration: Int = 0,
        policy: PairingPolicy = .refuse,
        at seconds: TimeInterval = 0,
        until expiration: TimeInterval = 120
    ) -> Pairing {
        Pairing(
            collaborationIdentifier: collaborations[collaboration],
            identity: identities[identity],
            account: accounts[account],
            challengeUse: ChallengeUse(
                digest: SHA256.hash(data: "\(name) \(collaboration) challenge \(challenge)".utf8),
                attempt: attempt,
                date: date + seconds,
                expiration: date + expiration
            ),
            policy: policy
        )
    }

    /// Draws a call on one collaboration, mostly the first, so that calls affect each other.
    ///
    /// A removed identity is known again only after its collaboration was forgotten, so that is drawn often.
    package func randomOperation(using generator: inout some RandomNumberGenerator) -> StoreOperation {
        let collaboration = Int.random(in: 0..<5, using: &generator) == 0 ? 1 : 0
        func some() -> [Int] {
            identities.indices.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
        }
        switch Int.random(in: 0..<24, using: &generator) {
        case 0..<9:
            return .pair(
                pairing(
                    Int.random(in: 0..<identities.count, using: &generator),
                    with: Int.random(in: 0..<accounts.count, using: &generator),
                    challenge: Int.random(in: 0..<12, using: &generator),
                    in: collaboration,
                    policy: Int.random(in: 0..<3, using: &generator) == 0 ? .replace : .refuse
                )
            )
        case 9..<14:
            let removed = Int.random(in: 0..<3, using: &generator) == 0 ? some() : []
            return .update(update(adding: some(), removing: removed, in: collaboration))
        case 14: return .removeAll(collaborations[collaboration])
        case 15..<17: return .forget(collaborations[collaboration])
        case 17:
            return .removeUnproven(Set(some().map { identities[$0] }), collaborations[collaboration])
        case 18..<20:
            let account = accounts[Int.random(in: 0..<accounts.count, using: &generator)]
            let isKeeping = Int.random(in: 0..<3, using: &generator) > 0
            return .remove(account, collaborations[collaboration], keepingIdentities: isKeeping)
        case 20..<22: return .participants(collaborations[collaboration])
        default:
            let account = accounts[Int.random(in: 0..<accounts.count, using: &generator)]
            return .identities(account, collaborations[collaboration])
        }
    }

    /// Calls that together read the whole state.
    package var observations: [StoreOperation] {
        accounts.map { .collaborations($0) }
            + collaborations.flatMap { collaboration in
                [.participants(collaboration)] + accounts.map { .identities($0, collaboration) }
            }
    }
}

import CollaborationModels
import CollaborationServer
import Foundation

/// A store on a database whose collation takes alike names for one, and gives back the one that came first.
final class FoldingStore: ParticipantStore {
    enum Folding: String, CaseIterable, Sendable {
        case byCase
        case byNormalForm
        case bySpacesAtTheEnd

        func callAsFunction(_ name: String) -> String {
            switch self {
            case .byCase: name.lowercased()
            case .byNormalForm: name.precomposedStringWithCanonicalMapping
            case .bySpacesAtTheEnd: String(name.reversed().drop { $0 == " " }.reversed())
            }
        }
    }

    enum Names: String, CaseIterable, Sendable {
        case accounts
        case collaborations
    }

    private let folding: Folding
    private let names: Names
    private let store = InMemoryParticipantStore()
    private let firstNames = Locked<[[UInt8]: String]>([:])

    init(folding: Folding, of names: Names) {
        self.folding = folding
        self.names = names
    }

    func update(_ update: ParticipantsUpdate) async -> Set<AccountIdentifier> {
        await store.update(
            ParticipantsUpdate(
                collaborationIdentifier: first(update.collaborationIdentifier),
                addedIdentities: update.addedIdentities,
                removedIdentities: update.removedIdentities
            )
        )
    }

    func pair(_ pairing: Pairing) async -> PairingOutcome {
        await store.pair(
            Pairing(
                collaborationIdentifier: first(pairing.collaborationIdentifier),
                identity: pairing.identity,
                account: first(pairing.account),
                challengeUse: pairing.challengeUse,
                policy: pairing.policy
            )
        )
    }

    func accounts(in collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await store.accounts(in: first(collaboration))
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        await store.identities(of: first(account), in: first(collaboration))
    }

    func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await store.removeAll(from: first(collaboration))
    }

    private func first(_ account: AccountIdentifier) -> AccountIdentifier {
        names == .accounts ? AccountIdentifier(first(account.rawValue)) : account
    }

    private func first(_ collaboration: CollaborationIdentifier) -> CollaborationIdentifier {
        names == .collaborations ? CollaborationIdentifier(first(collaboration.rawValue)) : collaboration
    }

    private func first(_ name: String) -> String {
        firstNames.withLock { firstNames in
            let folded = Array(folding(name).utf8)
            let first = firstNames[folded, default: name]
            firstNames[folded] = first
            return first
        }
    }
}

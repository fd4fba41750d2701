import CollaborationModels
import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Describes calls of a store with the numbers of the fixture's values in place of their bytes.
struct StoreLabels {
    let fixture: StoreFixture

    /// The challenges, and the attempts to use each, in the order in which they were first described.
    private var attempts: [(challenge: Data, attempts: [Int64])] = []

    init(fixture: StoreFixture) { self.fixture = fixture }

    mutating func describe(_ operation: StoreOperation) -> String {
        switch operation {
        case .update(let update):
            var words = "update of \(list([update.collaborationIdentifier]))"
            if !update.addedIdentities.isEmpty { words += ", adding \(list(update.addedIdentities))" }
            if !update.removedIdentities.isEmpty { words += ", removing \(list(update.removedIdentities))" }
            return words
        case .pair(let pairing):
            var words = "pairing of \(list([pairing.identity])) with \(list([pairing.account])) in "
            words += "\(list([pairing.collaborationIdentifier])) by \(label(pairing.challengeUse))"
            if pairing.policy == .replace { words += ", replacing another account" }
            return words
        case .identities(let account, let collaboration):
            return "identities of \(list([account])) in \(list([collaboration]))"
        case .participants(let collaboration):
            return "participants of \(list([collaboration]))"
        case .collaborations(let account):
            return "collaborations of \(list([account]))"
        case .remove(let account, let collaboration, let isKeeping):
            return "removal of \(list([account])) from \(list([collaboration])), "
                + "\(isKeeping ? "keeping" : "removing") its identities"
        case .removeUnproven(let identities, let collaboration):
            return "removal of \(list(identities)) from \(list([collaboration])), if unproven"
        case .removeAll(let collaboration):
            return "removal of all identities of \(list([collaboration]))"
        case .forget(let collaboration):
            return "forgetting \(list([collaboration]))"
        }
    }

    func describe(_ result: StoreResult) -> String {
        switch result {
        case .accounts(let accounts): list(accounts)
        case .identities(let identities): list(identities)
        case .participants(let participants): list(participants)
        case .collaborations(let collaborations): list(collaborations)
        case .outcome(.paired(revoked: let account?)): "paired, revoked \(list([account]))"
        case .outcome(.paired(revoked: nil)): "paired"
        case .outcome(let outcome): "\(outcome)"
        }
    }

    private mutating func label(_ use: ChallengeUse) -> String {
        let challenge = attempts.firstIndex { $0.challenge == use.challengeIdentifier } ?? attempts.count
        if challenge == attempts.count { attempts.append((use.challengeIdentifier, [])) }
        let known = attempts[challenge].attempts
        let attempt = known.firstIndex(of: use.attempt) ?? known.count
        if attempt == known.count { attempts[challenge].attempts.append(use.attempt) }
        let seconds = use.date.timeIntervalSince(fixture.date)
        return "challenge \(challenge), attempt \(attempt)" + (seconds == 0 ? "" : ", after \(seconds) s")
    }

    private func list(_ collaborations: some Collection<CollaborationIdentifier>) -> String {
        let numbers = collaborations.map { fixture.collaborations.firstIndex(of: $0) }
        return Self.list(numbers, of: "collaboration", plural: "collaborations")
    }

    private func list(_ accounts: some Collection<AccountIdentifier>) -> String {
        Self.list(accounts.map { fixture.accounts.firstIndex(of: $0) }, of: "account", plural: "accounts")
    }

    private func list(_ identities: some Collection<Person.Identity>) -> String {
        Self.list(
            identities.map { fixture.identities.firstIndex(of: $0) },
            of: "identity",
            plural: "identities"
        )
    }

    /// Lists participants by account, and those that nobody has proven last.
    private func list(_ participants: Set<Participant>) -> String {
        let identities = Dictionary(grouping: participants, by: \.account).mapValues { $0.map(\.identity) }
        let unproven = identities[nil].map { ["\(list($0)) unproven"] } ?? []
        let proven = identities.compactMap { account, identities in
            account.map { "\(list([$0])) with \(list(identities))" }
        }
        let words = proven.sorted() + unproven
        return words.isEmpty ? "no participant" : words.joined(separator: ", ")
    }

    /// Lists numbers in order, and the values that have none because they are not of the fixture.
    private static func list(_ numbers: [Int?], of singular: String, plural: String) -> String {
        let known = numbers.compactMap { $0 }.sorted().map(String.init)
        let words = known + Array(repeating: "unknown", count: numbers.count - known.count)
        switch words.count {
        case 0: return "no \(singular)"
        case 1: return "\(singular) \(words[0])"
        case 2...20: return "\(plural) \(words.joined(separator: ", "))"
        default: return "\(words.count) \(plural)"
        }
    }
}

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

    /// The number of each challenge and the attempts to use it, in the order in which they were first described.
    private var challenges: [Data: (number: Int, attempts: [Int64])] = [:]

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
        var challenge = challenges[use.challengeIdentifier] ?? (challenges.count, [])
        let attempt = challenge.attempts.firstIndex(of: use.attempt) ?? challenge.attempts.count
        if attempt == challenge.attempts.count { challenge.attempts.append(use.attempt) }
        challenges[use.challengeIdentifier] = challenge
        let seconds = use.date.timeIntervalSince(fixture.date)
        return "challenge \(challenge.number), attempt \(attempt)"
            + (seconds == 0 ? "" : ", after \(seconds) s")
    }

    private func list(_ collaborations: some Collection<CollaborationIdentifier>) -> String {
        Self.list(
            collaborations,
            among: fixture.collaborations,
            of: "collaboration",
            plural: "collaborations"
        )
    }

    private func list(_ accounts: some Collection<AccountIdentifier>) -> String {
        Self.list(accounts, among: fixture.accounts, of: "account", plural: "accounts")
    }

    private func list(_ identities: some Collection<Person.Identity>) -> String {
        Self.list(identities, among: fixture.identities, of: "identity", plural: "identities")
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

    /// Lists the numbers of values in order, and then those that are not of the fixture, or counts them if many.
    private static func list<Value: Equatable>(
        _ values: some Collection<Value>,
        among all: [Value],
        of singular: String,
        plural: String
    ) -> String {
        guard values.count <= 20 else { return "\(values.count) \(plural)" }
        let known = values.compactMap { all.firstIndex(of: $0) }.sorted().map(String.init)
        let words = known + Array(repeating: "unknown", count: values.count - known.count)
        switch words.count {
        case 0: return "no \(singular)"
        case 1: return "\(singular) \(words[0])"
        default: return "\(plural) \(words.joined(separator: ", "))"
        }
    }
}

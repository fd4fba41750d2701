import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// One round: all tasks at once, and the sum of it.
struct Round: Sendable {
    let number: Int
    let server: Server
    let people: SharedPeople

    /// Attempts that many tasks make, of which only one of each can succeed.
    private let contested: [Attempt]

    private static let stepCount = 20

    init(number: Int, server: Server, people: SharedPeople) async throws {
        self.number = number
        self.server = server
        self.people = people
        let access = server.access
        try await access.addParticipants(people.contested.map(\.identity), to: "contested")
        try await access.addParticipants(people.claimed.map(\.identity), to: "claimed")
        contested = try people.people.indices.map { person in
            try server.attempt(
                by: people.people[person],
                as: SharedPeople.account(person),
                for: people.contested[person]
            )
        }
    }

    /// Lets all tasks work, checks what came of it, and lets time pass.
    func run(_ owned: inout [OwnCollaboration], figures: inout Figures) async throws {
        var all = SharedWork()
        owned = try await withThrowingTaskGroup(of: (Int, OwnCollaboration, SharedWork).self) { group in
            for (task, own) in owned.enumerated() {
                group.addTask { try await work(task, own) }
            }
            var returned = owned
            for try await (task, own, work) in group {
                returned[task] = own
                all.add(work)
            }
            return returned
        }
        figures.add(all.figures)
        try await checkShared(all)
        for own in owned { try await own.look(on: server) }
        figures.count("used challenges on record, all rounds", server.store.usedChallengeCount)
        try await endAll(&owned)
        try await checkForgetting()
    }

    private func work(
        _ task: Int,
        _ own: OwnCollaboration
    ) async throws -> (Int, OwnCollaboration, SharedWork) {
        var own = own
        var work = SharedWork()
        var generator = SeededGenerator("round", String(number), String(task))
        for _ in 0..<Self.stepCount {
            try await own.step(on: server, figures: &work.figures)
            await Task.yield()
            let person = Int.random(in: 0..<people.people.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1: try await contend(for: person, &work)
            case 2: try await claim(person, as: AccountIdentifier("task-\(task)"), &work)
            default: try await churn(person, Int.random(in: 0..<12, using: &generator), &work)
            }
            await Task.yield()
        }
        return (task, own, work)
    }

    private func contend(for person: Int, _ work: inout SharedWork) async throws {
        let outcome = try await server.admit(contested[person])
        work.figures.count(outcome)
        guard let refusal = outcome.refusal else { return work.won.append(person) }
        try Violation.unless(refusal, is: .challengeAlreadyUsed, "the outcome of a contest that was lost")
    }

    private func claim(_ person: Int, as account: AccountIdentifier, _ work: inout SharedWork) async throws {
        let attempt = try server.attempt(by: people.people[person], as: account, for: people.claimed[person])
        let outcome = try await server.admit(attempt)
        work.figures.count(outcome)
        guard let refusal = outcome.refusal else {
            work.claims[person, default: []].insert(account)
            return
        }
        try Violation.unless(
            refusal,
            is: .identityOfAnotherAccount,
            "the outcome of a claim that came too late"
        )
    }

    private func churn(_ person: Int, _ what: Int, _ work: inout SharedWork) async throws {
        let identity = people.churned[person]
        switch what {
        case 0..<4: try await server.access.addParticipants([identity.identity], to: "churned")
        case 4..<7:
            let revoked = try await server.access.removeParticipants([identity.identity], from: "churned")
            try Violation.unless(
                revoked.isSubset(of: [SharedPeople.account(person)]),
                "a removal revokes no other account: \(revoked)"
            )
            work.revoked += revoked
        case 7: work.revoked += try await server.access.end("churned")
        default:
            let account = SharedPeople.account(person)
            let attempt = try server.attempt(by: people.people[person], as: account, for: identity)
            let outcome = try await server.admit(attempt)
            work.figures.count(outcome)
            guard let refusal = outcome.refusal else { return work.granted.append(person) }
            try Violation.unless(refusal, is: .unknownIdentity, "the outcome for one who was removed")
        }
        work.figures.count("calls on the churned collaboration")
    }
}

extension Round {
    /// Checks that what the tasks were told adds up to what the server holds.
    private func checkShared(_ work: SharedWork) async throws {
        try Violation.unless(
            Set(work.won).count,
            is: work.won.count,
            "the challenges that were used, each once"
        )
        let held = try await server.access.accounts(in: "contested")
        try Violation.unless(held, is: Set(work.won.map(SharedPeople.account)), "who won a contest")

        var holders: [AccountIdentifier: Set<Person.Identity>] = [:]
        for (person, accounts) in work.claims {
            try Violation.unless(accounts.count, is: 1, "the accounts that identity \(person) was granted to")
            for account in accounts { holders[account, default: []].insert(people.claimed[person].identity) }
        }
        let claimants = try await server.access.accounts(in: "claimed")
        try Violation.unless(claimants, is: Set(holders.keys), "who was granted a claim")
        for (account, identities) in holders {
            let access = try await server.access.access(of: account, to: "claimed")
            try Violation.unless(access?.identities, is: identities, "what \(account) was granted")
        }

        let remaining = try await server.access.accounts(in: "churned")
        for person in people.people.indices {
            let account = SharedPeople.account(person)
            let granted = work.granted.count { $0 == person }
            let revoked = work.revoked.count { $0 == account }
            let isHeld = remaining.contains(account)
            try Violation.unless(
                granted >= revoked + (isHeld ? 1 : 0) && (isHeld || granted == 0 || revoked > 0),
                "\(account) was granted access \(granted) times, lost it \(revoked) times, has it: \(isHeld)"
            )
        }
    }

    private func endAll(_ owned: inout [OwnCollaboration]) async throws {
        for index in owned.indices {
            try await owned[index].end(on: server)
            owned[index].challengesHaveExpired()
        }
        for collaboration: CollaborationIdentifier in ["contested", "claimed", "churned"] {
            try await server.access.end(collaboration)
        }
        try Violation.unless(
            server.store.collaborationCount,
            is: 0,
            "the collaborations after all have ended"
        )
    }

    /// Lets all challenges expire, uses one more, and checks that it is the only one on record.
    private func checkForgetting() async throws {
        server.clock.advance(by: .seconds(3_600))
        let attempt = try server.attempt(
            by: people.people[0],
            as: SharedPeople.account(0),
            for: people.contested[0]
        )
        let outcome = try await server.admit(attempt)
        try Violation.unless(outcome.refusal, is: .unknownIdentity, "the outcome after all have ended")
        try Violation.unless(
            server.store.usedChallengeCount,
            is: 1,
            "the used challenges after all have expired"
        )
    }
}

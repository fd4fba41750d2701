import CollaborationCore
import CollaborationTestSupport
import Testing

@testable import CollaborationServer

@Suite("Races of two servers that share a store", .timeLimit(.minutes(1)))
struct RaceTests {
    struct Outcome {
        let people: People?
        /// Which acts were not refused.
        let first: [Bool]
        let second: [Bool]

        var isAnybodyIn: Bool { people?.participants.isEmpty == false }
    }

    /// Two lists of acts that are done at once, and what holds after them in every order.
    struct Race: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let before: [String]
        let first: [String]
        let second: [String]
        let holds: @Sendable (Outcome) -> Bool
    }

    private static func make(
        _ rule: String,
        after before: String = "",
        _ first: String,
        against second: String,
        holds: @escaping @Sendable (Outcome) -> Bool
    ) -> Race {
        let acts = [before, first, second].map { $0.split(separator: ", ").map { String($0) } }
        return Race(testDescription: rule, before: acts[0], first: acts[1], second: acts[2], holds: holds)
    }

    /// "account-a" proves, leaves, is removed or gets a selection; "alice" does the rest.
    static let races: [Race] = [
        make("Whoever proves while being removed is out", "proof", against: "remove") {
            !$0.isAnybodyIn && $0.people?.removedAccounts == ["account-a"]
        },
        make("Whoever leaves and proves while being removed is out", after: "proof", "leave, proof", against: "remove")
        {
            !$0.isAnybodyIn && $0.second == [true]
        },
        make("Whoever proves a removed identity is out", "proof, leave, proof", against: "removed by an update") {
            !$0.isAnybodyIn && $0.second == [true]
        },
        make("An addition while an identity is removed is late", "added, proof", against: "removed by an update, added")
        {
            !$0.isAnybodyIn && $0.people?.unprovenIdentities.isEmpty == true
        },
        make("Nobody is in a collaboration after its end", "added, proof, select", against: "end") {
            $0.people == nil && $0.second == [true]
        },
        make("A forgotten name is used up", after: "proof", "end, start, added, proof", against: "forget, start") {
            $0.people == nil && $0.second == [true, false]
        },
        make("A former owner ends nothing", after: "proof", "end", against: "transfer") {
            $0.first != $0.second && $0.people?.owner == ($0.first == [true] ? nil : "account-a")
        },
        make("One of two becomes the owner", after: "proof, guest carol", "transfer", against: "transfer carol") {
            $0.first != $0.second && $0.people?.owner == ($0.first == [true] ? "account-a" : "carol")
        },
        make("Whoever has left does not become the owner", after: "proof", "leave", against: "transfer") {
            $0.first != $0.second && $0.people?.owner == ($0.first == [true] ? "alice" : "account-a")
        },
        make("A removed account has no selection", after: "proof", "select", against: "remove") {
            $0.people?.selections.isEmpty == true && $0.second == [true]
        },
    ]

    @Test("After a race of two servers its rule holds, and the changes add up to who has access", arguments: races)
    func outcome(of race: Race) async throws {
        for round in 0..<(BuildConfiguration.isRelease ? 1_000 : 50) {
            let scene = try await Scene.started(adding: [Scene.identity])
            let start = try await scene.snapshot()
            let interleaving = RandomInterleaving(seed: round, tasks: 2)
            let nodes = try (0..<2).map { task in
                try Scene(sharing: scene, before: { await interleaving.step(of: task) })
            }
            let before = try await Self.perform(race.before, in: scene)
            async let firstChanges = Self.perform(race.first, in: nodes[0], finishing: interleaving)
            async let secondChanges = Self.perform(race.second, in: nodes[1], finishing: interleaving)
            let (first, second) = try await (firstChanges, secondChanges)

            let people = try await scene.document.people()
            let outcome = Outcome(people: people, first: first.map { $0 != nil }, second: second.map { $0 != nil })
            #expect(race.holds(outcome), "round \(round): \(outcome)")
            let (end, changes) = (try await scene.snapshot(), (before + first + second).compactMap { $0 })
            for account in Scene.accounts {
                let gains = changes.count { $0.gained.contains(account) } + (start.accesses[account] == nil ? 0 : 1)
                let losses = changes.count { $0.lost.contains(account) } + (end.accesses[account] == nil ? 0 : 1)
                #expect(gains == losses, "round \(round): \(account)")
            }
        }
    }

    /// Does acts one after the other, and returns their changes; nil for one that is refused.
    private static func perform(
        _ acts: [String],
        in scene: Scene,
        finishing interleaving: RandomInterleaving? = nil
    ) async throws -> [Change?] {
        defer { interleaving?.finish() }
        var changes: [Change?] = []
        for act in acts {
            let isCarol = act.hasSuffix(" carol")
            let account: AccountIdentifier = isCarol ? "carol" : act == "start" ? "alice" : "account-a"
            let name = isCarol ? String(act.dropLast(6)) : act
            let actor: Collaboration.Actor = name == "remove" ? .server : .account("alice")
            do {
                changes.append(try await scene.perform(name, on: account, by: actor))
            } catch CollaborationError.refused {
                changes.append(nil)
            }
        }
        return changes
    }
}

import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Testing

@Suite("Everything that a server can do to a collaboration", .timeLimit(.minutes(1)))
struct ActsTests {
    private func expect(_ change: Change, _ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect("\(change)" == #""recipe" by \#(words)"#, sourceLocation: sourceLocation)
    }

    @Test("Each act says what it has changed, in the order of a life")
    func life() async throws {
        let offered = try CollaborationShareOptions(optionsGroups: [SampleOptions.permission("write")])
        let server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: offered)
        let recipe = server["recipe"]
        let bob = SimulatedPerson("Bob")
        let invitation = bob.invitation(to: "recipe")
        let identity = invitation.identity
        let request = StartRequest(selectedOptions: ["read"])
        let update = ParticipantsUpdate(addedIdentities: [identity])

        expect(try await recipe.start(request, as: "alice"), #""alice": started by "alice"; selected ["read"]"#)
        expect(try await recipe.apply(update, by: .account("alice")), #""alice": invited identity \#(identity)"#)
        let answer = try bob.devices[0].answer(recipe.challenge(as: "bob"), for: invitation)
        expect(try await recipe.admit(answer, as: "bob"), #""bob": admitted "bob" by identity \#(identity)"#)
        #expect(try await !recipe.access(of: "bob").permits("write"))
        expect(try await recipe.admit(guest: "dora", by: .account("alice")), #""alice": admitted "dora" as a guest"#)
        let selection = try await recipe.select(["write"], for: "dora", by: .account("alice"))
        expect(selection, #""alice": selected ["write"] for "dora""#)
        expect(try await recipe.leave(as: "bob"), #""bob": "bob" left"#)
        let removal = try await recipe.remove("bob", by: .account("alice"))
        expect(removal, #""alice": removed identity \#(identity); removed "bob""#)
        expect(try await recipe.readmit("bob", by: .account("alice")), #""alice": readmitted "bob""#)
        expect(try await recipe.readmit("bob", by: .server), "the server: nothing changed")
        let transfer = try await recipe.transfer(to: "dora", by: .account("alice"))
        expect(transfer, #""alice": transferred from "alice" to "dora""#)
        try await server.erase("alice") { change in expect(change, #"the server: erased "alice""#) }
        expect(try await recipe.end(by: .account("dora")), #""dora": ended"#)
        expect(try await recipe.forget(), "the server: forgotten")
    }

    @Test(
        "The log since a backup, repeated by who acted, makes a restored record what it was, and the owner can take it back"
    )
    func backup() async throws {
        let offered = try CollaborationShareOptions(optionsGroups: [SampleOptions.permission("write")])
        let identities = (0..<2).map { SimulatedPerson("Bob").invitation(to: "recipe", number: $0).identity }
        // The backup, once as it goes on and once as it is restored.
        let recipes = [0, 1].map { _ in
            Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: offered)["recipe"]
        }
        for recipe in recipes {
            try await recipe.start(StartRequest(selectedOptions: ["write"]), as: "alice")
            _ = try await recipe.apply(ParticipantsUpdate(addedIdentities: [identities[0]]), by: .account("alice"))
            for guest in ["bob", "carol", "dora"] as [AccountIdentifier] {
                try await recipe.admit(guest: guest, by: .account("alice"))
            }
        }
        let update = ParticipantsUpdate(addedIdentities: [identities[1]], removedIdentities: [identities[0]])
        let log = [
            try await recipes[0].apply(update, by: .account("alice")),
            try await recipes[0].select(["read"], for: "dora", by: .account("alice")),
            try await recipes[0].remove("bob", by: .account("alice")),
            try await recipes[0].leave(as: "carol"),
        ]
        for change in log {
            for event in change.events { try await act(event, by: change.actor, on: recipes[1]) }
        }
        #expect(try await recipes[1].people() == recipes[0].people())
        #expect(try await recipes[1].readmit("bob", by: .account("alice")).events == [.readmitted("bob")])
    }

    private func act(_ event: Change.Event, by actor: Collaboration.Actor, on recipe: Collaboration) async throws {
        switch event {
        case .invited(let identity): _ = try await recipe.apply(.init(addedIdentities: [identity]), by: actor)
        case .identityRemoved(let identity): _ = try await recipe.apply(.init(removedIdentities: [identity]), by: actor)
        case .selectedFor(let account, let options): try await recipe.select(options, for: account, by: actor)
        case .accountRemoved(let account): _ = try await recipe.remove(account, by: actor)
        case .left(let account): _ = try await recipe.leave(as: account)
        default: Issue.record("not in this log: \(event)")
        }
    }
}

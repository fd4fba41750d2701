import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Starting a collaboration", .timeLimit(.minutes(1)))
struct StartTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob")

    init() throws { server = try TestServer() }

    @Test("An option that is not offered any more permits nobody and is not selected, until it is offered again")
    func noLongerOffered() async throws {
        try await server.start(selecting: ["read"])
        try await server.document.admit(guest: "bob", by: .account("alice"))
        try await server.document.select(["read"], for: "bob", by: .account("alice"))
        let other = try TestServer(store: server.store, offering: [.picker("permission", .option("write"))])
        for account in ["alice", "bob"] as [AccountIdentifier] {
            #expect(try await !other.document.access(of: account).permits("read"))
        }
        #expect(try await other.document.selection() == [])
        #expect(try await server.document.selection() == ["read"])
        #expect(try await server.document.access(of: "bob").permits("read"))
    }

    @Test("What an offered option declares as selected is not selected by a start")
    func declaredSelection() async throws {
        let server = try TestServer(offering: [.switches("g", .option("write", on: true))])
        try await server.start(selecting: [])
        try await server.document.admit(guest: "bob", by: .account("alice"))
        #expect(try await server.document.access(of: "bob")?.permittedOptions == [])
    }

    @Test(
        "A start by name is one again for the owner, is refused with access, and makes another one for everybody else",
        arguments: [
            ("", false), ("guest", nil), ("guest transfer", true), ("guest transfer back", nil), ("guest leave", false),
            ("guest transfer back leave", false), ("remove", false), ("guest end", false),
            ("guest transfer end", false), ("guest transfer end restart", false), ("guest transfer forget", false),
        ]
    )
    func named(_ acts: String, isAgain: Bool?) async throws {
        try await server.start()
        for act in acts.split(separator: " ") {
            switch act {
            case "guest": try await server.document.admit(guest: "bob", by: .server)
            case "transfer": try await server.document.transfer(to: "bob", by: .server)
            case "back": try await server.document.transfer(to: "alice", by: .server)
            case "leave": _ = try await server.document.leave(as: "bob")
            case "remove": _ = try await server.document.remove("bob", by: .server)
            case "end": _ = try await server.document.end(by: .server)
            case "restart": try await server.start()
            default: _ = try await server.document.forget()
            }
        }
        let people = try await server.document.people()
        for key in [nil, UUID()] {
            let request = StartRequest(
                collaborationIdentifier: "doc-42",
                idempotencyKey: key,
                selectedOptions: ["read"]
            )
            let change = try? await server.collaborations.start(request, as: "bob")
            #expect(change.map { $0.collaboration == "doc-42" } == isAgain)
            #expect(try await server.document.people() == people)
        }
        #expect(try await server.document.selection() == people.map { _ in isAgain == true ? ["read"] : ["write"] })
    }

    @Test("A repeated start is one of the same collaboration, also after its end, until its name is used up")
    func repeated() async throws {
        let request = StartRequest(idempotencyKey: UUID(), selectedOptions: ["read"])
        let name = try await server.collaborations.start(request, as: "alice").collaboration
        #expect(try await server.collaborations.start(request, as: "alice").isEmpty)
        #expect(try await server.collaborations.start(request, as: "eve").collaboration != name)
        _ = try await server.collaborations[name].end(by: .server)
        #expect(try await server.collaborations.start(request, as: "alice").collaboration == name)
        _ = try await server.collaborations[name].forget()
        #expect(try await server.collaborations.start(request, as: "alice").collaboration != name)
    }

    @Test("A start again of what ends meanwhile takes nothing over")
    func endsMeanwhile() async throws {
        for (account, starts) in [("alice", true), ("bob", false)] as [(AccountIdentifier, Bool)] {
            let server = try TestServer()
            try await server.start()
            try await server.document.admit(guest: "bob", by: .account("alice"))
            var store = FaultyStore(server.store)
            store.read = { store, collaboration in
                let record = try await store.record(of: collaboration)
                _ = try? await server.document.end(by: .server)
                return record
            }
            let other = try TestServer(store: store)
            let request = StartRequest(collaborationIdentifier: "doc-42", selectedOptions: ["read"])
            let change = try? await other.collaborations.start(request, as: account)
            #expect((change != nil) == starts && change?.collaboration != "doc-42")
            #expect(try await server.document.people() == nil)
        }
    }

    @Test("Options are compared by their bytes where they are selected and where they are asked for")
    func bytes() async throws {
        let server = try TestServer(offering: [.switches("g", .option("caf\u{e9}"))])
        await #expect(throws: CollaborationError.options(.unknownOption("cafe\u{301}"))) {
            try await server.start(selecting: ["cafe\u{301}"])
        }
        try await server.start(selecting: ["caf\u{e9}"])
        let access = try await server.document.access(of: "alice")
        #expect(access.permits("caf\u{e9}") && !access.permits("cafe\u{301}"))
    }

    @Test("Where documents differ, the options are asked for by the collaboration's identifier")
    func differentOptions() async throws {
        let some = try CollaborationShareOptions(optionsGroups: [.switches("g", .option("write"))])
        let none = try CollaborationShareOptions(optionsGroups: [])
        let server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey()) {
            $0 == "recipe" ? some : none
        }
        for name in ["recipe", "list"] as [CollaborationIdentifier] {
            try await server[name].start(StartRequest(), as: "alice")
            #expect(try await server[name].access(of: "alice").permits("write") == (name == "recipe"))
        }
        await #expect(throws: CollaborationError.options(.unknownOption("write"))) {
            try await server["list"].start(StartRequest(selectedOptions: ["write"]), as: "alice")
        }
    }

    @Test(
        "A selection that the offered options do not allow is a malformed request, and nothing is stored",
        arguments: [[], ["read", "write"], ["admin"], ["read", "admin"], ["READ"]] as [[OptionIdentifier]]
    )
    func notOffered(_ options: [OptionIdentifier]) async throws {
        let error = try await #require(throws: CollaborationError.self) { try await server.start(selecting: options) }
        #expect(error.status == 400)
        guard case .options = error else {
            Issue.record("\(error)")
            return
        }
        #expect(try await server.store.record(of: "doc-42") == nil)
    }

    @Test(
        "An identifier that no message can carry is malformed in every call, and no store sees it",
        arguments: ["", String(repeating: "x", count: 1025), "a\u{FFFE}", "\u{FFFF}", "\u{1FFFE}b"]
    ) func identifiers(_ text: String) async throws {
        let server = try TestServer(store: FaultyStore.unreachable(InMemoryCollaborationStore()))
        let (wrong, account) = (server.collaborations[CollaborationIdentifier(text)], AccountIdentifier(text))
        let right = server.collaborations["doc-42"]
        let request = StartRequest(selectedOptions: ["read"])
        let answer = IdentityProofAnswer(
            challenge: .init(),
            proof: try bob.devices[0].signedProof(signing: .init(), for: bob.invitation(to: "doc-42"))
        )
        // Each call with a wrong name of a collaboration, then those with one of an account.
        let names: [() async throws -> Void] = [
            { try await wrong.start(request, as: "alice") }, { _ = try await wrong.apply(.init(), by: .server) },
            { _ = try wrong.challenge(as: "bob") }, { try await wrong.admit(answer, as: "bob") },
            { _ = try await wrong.access(of: "bob") }, { _ = try await wrong.selection() },
            { _ = try await wrong.people() }, { _ = try await wrong.identities(of: "bob", for: "bob") },
            { try await wrong.admit(guest: "bob", by: .server) }, { _ = try await wrong.leave(as: "bob") },
            { try await wrong.select(nil, for: "bob", by: .server) },
            { _ = try await wrong.remove("bob", by: .server) }, { try await wrong.readmit("bob", by: .server) },
            { try await wrong.transfer(to: "bob", by: .server) }, { _ = try await wrong.end(by: .server) },
            { _ = try await wrong.forget() },
            { _ = try await server.collaborations.list(of: "bob", after: CollaborationIdentifier(text)) },
        ]
        let accounts: [() async throws -> Void] = [
            { try await right.start(request, as: account) }, { _ = try right.challenge(as: account) },
            { _ = try await right.apply(.init(), by: .account(account)) },
            { try await right.admit(answer, as: account) },
            { _ = try await right.access(of: account) }, { _ = try await right.identities(of: account, for: "bob") },
            { _ = try await right.identities(of: "bob", for: account) },
            { try await right.admit(guest: account, by: .server) },
            { try await right.admit(guest: "bob", by: .account(account)) },
            { try await right.select(nil, for: account, by: .server) }, { _ = try await right.leave(as: account) },
            { _ = try await right.remove(account, by: .server) }, { try await right.readmit(account, by: .server) },
            { try await right.transfer(to: account, by: .server) }, { _ = try await right.end(by: .account(account)) },
            { _ = try await server.collaborations.erase(account) },
            { _ = try await server.collaborations.list(of: account) },
        ]
        for (path, calls) in [("collaborationIdentifier", names), ("account", accounts)] {
            for (number, call) in calls.enumerated() {
                let error = await #expect(throws: CollaborationError.self, "\(path) \(number)") { try await call() }
                #expect(error.map { "\($0)".hasPrefix("\(path): ") && $0.status == 400 } == true, "\(path) \(number)")
            }
        }
    }

    @Test("Without access one learns by the selection what the owner decided for everybody")
    func selection() async throws {
        #expect(try await server.document.selection() == nil)
        try await server.start(selecting: ["read"])
        try await server.document.select(["write"], for: "bob", by: .account("alice"))
        #expect(try await server.document.selection() == ["read"])
        await #expect(throws: CollaborationError.options(.unknownOption("admin"))) {
            try await server.document.select(["admin"], for: "bob", by: .account("alice"))
        }
        _ = try await server.document.end(by: .account("alice"))
        #expect(try await server.document.selection() == nil)
    }

    @Test("Of two accounts that start one collaboration at once, one becomes the owner")
    func race() async throws {
        let other = try TestServer(clock: server.clock, store: server.store)
        async let first: Void? = try? await server.start(as: "alice")
        async let second: Void? = try? await other.start(as: "bob")
        let started = await [first, second].count { $0 != nil }
        #expect(started == 1)
        #expect(try await server.accounts().count == 1)
    }
}

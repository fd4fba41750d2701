import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Starting a collaboration")
struct StartTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob")

    init() throws { server = try TestServer() }

    @Test("The owner has access with the selected options, and is listed")
    func owner() async throws {
        try await server.start(selecting: ["read"])
        let access = try #require(try await server.collaborations.access(of: "alice", to: "doc-42"))
        #expect(access.isOwner && access.identities.isEmpty)
        #expect(access.selectedOptions == ["read"])
        #expect(access.allows("read") && !access.allows("write"))
        #expect(try await server.accounts() == ["alice"])
    }

    @Test("The offered options with the selection are returned")
    func returned() async throws {
        let selected = try await server.collaborations.start(
            "doc-42",
            with: StartRequest(selectedOptions: ["read"]),
            offering: TestServer.offered(),
            by: "alice"
        )
        #expect(selected.summary == "Read only")
    }

    @Test(
        "A selection that the offered options do not allow is a malformed request, and nothing is stored",
        arguments: [[], ["read", "write"], ["admin"], ["read", "admin"], ["READ"]] as [[String]]
    )
    func notOffered(_ options: [String]) async throws {
        let error = try await #require(throws: CollaborationError.self) { try await server.start(selecting: options) }
        #expect(error.status == 400)
        guard case .options = error else {
            Issue.record("\(error)")
            return
        }
        #expect(try await server.store.record(of: "doc-42") == nil)
    }

    @Test("A second start by the owner replaces the selection, and participants stay")
    func again() async throws {
        let invited = try bob.identity(in: "doc-42")
        try await server.start(selecting: ["write"], adding: [invited.identity])
        try await server.admit(bob, of: invited)
        try await server.start(selecting: ["read"])
        let access = try #require(try await server.collaborations.access(of: "bob", to: "doc-42"))
        #expect(access.identities == [invited.identity] && access.selectedOptions == ["read"])
    }

    @Test("A start by another account is refused, even by a participant, and changes nothing")
    func somebodyElse() async throws {
        let invited = try bob.identity(in: "doc-42")
        try await server.start(selecting: ["read"], adding: [invited.identity])
        try await server.admit(bob, of: invited)
        let before = try await server.store.record(of: "doc-42")
        for account in ["bob", "mallory"] as [AccountIdentifier] {
            await #expect(throws: CollaborationError.refused(.notOwner)) {
                try await server.start(by: account, selecting: ["write"])
            }
        }
        #expect(try await server.store.record(of: "doc-42") == before)
    }

    @Test("Of two accounts that start one collaboration at once, one becomes the owner")
    func race() async throws {
        let other = try TestServer(clock: server.clock, store: server.store)
        async let first: Void? = try? await server.start(by: "alice")
        async let second: Void? = try? await other.start(by: "bob")
        let started = await [first, second].count { $0 != nil }
        #expect(started == 1)
        #expect(try await server.accounts().count == 1)
    }

    @Test("Without a start every other call refuses, and access is nil")
    func notStarted() async throws {
        let invited = try bob.identity(in: "doc-42")
        let answer = try server.answer(by: bob.devices[0], of: invited)
        await server.expect(.notStarted, answer)
        let calls: [(Refusal, (Collaborations) async throws -> Void)] = [
            (.notStarted, { _ = try await $0.participants(of: "doc-42") }),
            (.notStarted, { _ = try await $0.end("doc-42") }),
            (.notStarted, { _ = try await $0.remove("bob", from: "doc-42") }),
            (.noAccess, { _ = try await $0.leave("doc-42", as: "bob") }),
            (.notStarted, { try await $0.apply(.init(collaborationIdentifier: "doc-42"), to: "doc-42", by: "alice") }),
        ]
        for (refusal, call) in calls {
            await #expect(throws: CollaborationError.refused(refusal)) { try await call(server.collaborations) }
        }
        #expect(try await server.collaborations.access(of: "bob", to: "doc-42") == nil)
        #expect(try await server.store.record(of: "doc-42") == nil)
    }

    @Test(
        "An identifier that is empty or too long is malformed in every call, and no store sees it",
        arguments: ["", String(repeating: "x", count: 1025)]
    ) func identifiers(_ text: String) async throws {
        let server = try TestServer(store: FaultyStore.unreachable(InMemoryCollaborationStore()))
        let (document, account) = (CollaborationIdentifier(text), AccountIdentifier(text))
        let answer = IdentityProofAnswer(
            challenge: .init(),
            proof: try bob.devices[0].signedProof(signing: .init(), for: bob.identity(in: "doc-42"))
        )
        let offered = try TestServer.offered()
        let calls: [(Collaborations) async throws -> Void] = [
            { _ = try await $0.start(document, with: StartRequest(), offering: offered, by: "alice") },
            { _ = try await $0.start("doc-42", with: StartRequest(), offering: offered, by: account) },
            { try await $0.apply(.init(collaborationIdentifier: document), to: document, by: "alice") },
            { try await $0.apply(.init(collaborationIdentifier: "doc-42"), to: "doc-42", by: account) },
            { _ = try $0.challenge(for: document, account: "bob") },
            { _ = try $0.challenge(for: "doc-42", account: account) },
            { _ = try await $0.admit(answer, as: "bob", to: document) },
            { _ = try await $0.admit(answer, as: account, to: "doc-42") },
            { _ = try await $0.access(of: "bob", to: document) },
            { _ = try await $0.access(of: account, to: "doc-42") },
            { _ = try await $0.participants(of: document) },
            { _ = try await $0.collaborations(of: account) },
            { _ = try await $0.collaborations(of: "bob", after: document) },
            { _ = try await $0.leave(document, as: "bob") },
            { _ = try await $0.leave("doc-42", as: account) },
            { _ = try await $0.remove("bob", from: document) },
            { _ = try await $0.remove(account, from: "doc-42") },
            { _ = try await $0.end(document) }, { _ = try await $0.forget(document) },
            { _ = try await $0.erase(account) },
        ]
        for (number, call) in calls.enumerated() {
            let error = await #expect(throws: CollaborationError.self, "call \(number)") {
                try await call(server.collaborations)
            }
            #expect(error?.status == 400, "call \(number): \(String(describing: error))")
        }
    }
}

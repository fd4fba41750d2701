import CollaborationCore
import CollaborationTesting
import Foundation
import HTTPTypes
import Testing

@testable import CollaborationService

@Suite("Decisions about people")
struct PeopleTests {
    private let bob = SimulatedPerson("Bob")

    @Test("The back end acts for accounts in a whole collaboration, without a token of any account")
    func forAccounts() async throws {
        try await TestServer().run { client async throws in
            let body = StartRequest(selectedOptions: ["read"]).json
            let started = try await client.sendAsBackend(.post, "/collaborations?account=alice", body)
            let collaboration = try StartResponse(json: started.text.utf8).collaborationIdentifier
            let path = "/collaborations/\(collaboration)"
            func send(_ method: HTTPRequest.Method, _ action: String, _ account: String, _ body: Data? = nil)
                async throws
                -> HTTPResponse.Status
            { try await client.sendAsBackend(method, path + action + "?account=" + account, body).status }

            let invitation = bob.invitation(to: collaboration)
            let update = ParticipantsUpdate(addedIdentities: [invitation.identity]).json
            #expect(try await send(.post, "/participants", "bob", update) == .forbidden)
            #expect(try await send(.post, "/participants", "alice", update) == .noContent)
            let message = try await client.sendAsBackend(.post, path + "/challenge?account=bob")
            let answer = try bob.devices[0].answer(ChallengeMessage(json: message.text.utf8), for: invitation)
            #expect(try await send(.post, "/proof", "carol", answer.json) == .forbidden)
            #expect(try await send(.post, "/proof", "bob", answer.json) == .noContent)
            #expect(try await client.sendAsBackend(.get, path + "?account=bob").text.contains(#"["read"]"#))
            #expect(try await send(.delete, "/access", "bob") == .noContent)
            #expect(try await send(.get, "", "bob") == .forbidden)
            #expect(try await send(.delete, "", "bob") == .forbidden)
            let list = try await client.sendAsBackend(.get, "/collaborations?account=alice").text
            #expect(list == #"["\#(collaboration)"]"#)
            #expect(try await send(.delete, "", "alice") == .noContent)
            #expect(try await send(.delete, "", "") == .badRequest)
        }
    }

    @Test("The owner and the back end decide about people, a participant does not", arguments: [true, false])
    func decisions(byBackend: Bool) async throws {
        try await TestServer().run { client async throws in
            let collaboration = try await client.start(selecting: "read", admitting: bob)
            let path = "/collaborations/\(collaboration)"
            func decide(_ method: HTTPRequest.Method, _ action: String, _ body: Data? = nil) async throws
                -> HTTPResponse.Status
            {
                #expect(try await client.send(method, path + action, as: "bob", body).status == .forbidden)
                let asBob = try await client.sendAsBackend(method, path + action + "?account=bob", body)
                #expect(asBob.status == .forbidden)
                return byBackend
                    ? try await client.sendAsBackend(method, path + action, body).status
                    : try await client.send(method, path + action, as: "alice", body).status
            }
            func options(of account: String) async throws -> String {
                try await client.sendAsBackend(.get, "\(path)/accounts/\(account)").text
            }

            #expect(try await decide(.put, "/guests/carol") == .noContent)
            #expect(try await options(of: "carol").contains(#""permittedOptions":["read"]"#))
            let write = StartRequest(selectedOptions: ["write"]).json
            #expect(try await decide(.put, "/selections/carol", write) == .noContent)
            #expect(try await options(of: "carol").contains(#""permittedOptions":["write"]"#))
            #expect(try await decide(.delete, "/selections/carol") == .noContent)
            #expect(try await options(of: "carol").contains(#""permittedOptions":["read"]"#))
            #expect(try await decide(.delete, "/accounts/carol") == .noContent)
            #expect(try await options(of: "carol").contains(#""hasAccess":false"#))
            #expect(try await decide(.put, "/guests/carol") == .forbidden)
            #expect(try await decide(.delete, "/removals/carol") == .noContent)
            #expect(try await decide(.put, "/guests/carol") == .noContent)
            #expect(try await decide(.put, "/owner/carol") == .noContent)
            #expect(try await options(of: "carol").contains(#""isOwner":true"#))
            #expect(try await options(of: "alice").contains(#""isOwner":false"#))
        }
    }

    @Test("The back end and the owner are told who has to do with a collaboration, and others are not")
    func people() async throws {
        try await TestServer().run { client async throws in
            let collaboration = try await client.start(selecting: "read", admitting: bob)
            #expect(try await client.update(collaboration, adding: [SimulatedPerson("Dave")]) == .noContent)
            let path = "/collaborations/\(collaboration)"
            let write = StartRequest(selectedOptions: ["write"]).json
            try await client.sendAsBackend(.put, path + "/guests/carol")
            try await client.sendAsBackend(.put, path + "/selections/carol", write)
            try await client.sendAsBackend(.delete, path + "/accounts/erin")
            func hash(_ person: SimulatedPerson) -> String {
                person.invitation(to: collaboration).identity.rootHash.base64EncodedString()
            }
            let expected = """
                {"guests":["carol"],"owner":"alice","participants":[{"account":"bob","rootHashes":["\(hash(bob))"]}],\
                "removedAccounts":["erin"],"selections":[{"account":"carol","selectedOptions":["write"]}],\
                "unprovenRootHashes":["\(hash(SimulatedPerson("Dave")))"]}
                """
            #expect(try await client.sendAsBackend(.get, path + "/people").text == expected)
            #expect(try await client.send(.get, path + "/people", as: "alice").text == expected)
            #expect(try await client.send(.get, path + "/people", as: "bob").status == .forbidden)
            #expect(try await client.sendAsBackend(.get, "/collaborations/unknown/people").status == .forbidden)
        }
    }

    @Test("A former owner sees nobody who was let in after the transfer, also while it goes on", arguments: [1, 2])
    func peopleWhileTransferring(call: Int) async throws {
        let other = OtherServer {
            try await $0.admit(guest: "bob", by: .server)
            try await $0.transfer(to: "bob", by: .server)
            try await $0.admit(guest: "dora", by: .server)
        }
        try await TestServer(store: other.store).run { client async throws in
            let collaboration = try await client.start()
            other.act(in: collaboration, beforeCall: call)
            let path = "/collaborations/\(collaboration)/people"
            #expect(try await client.send(.get, path, as: "alice").status == .forbidden)
        }
    }
}

import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

/// A server as its author writes it, whose responses are a status and a body.
private struct RecipeServer {
    let server: Collaborations

    func respond(
        _ route: String,
        _ account: AccountIdentifier,
        _ body: Data = Data()
    ) async -> (status: Int, body: Data) {
        let id: CollaborationIdentifier = "doc-42"
        let document = server[id]
        do {
            switch route {
            case "POST share":
                try await document.start(StartRequest(json: body), as: account)
                guard let link = URL(string: "https://recipes.example/d/42") else { return (500, Data()) }
                return (200, StartResponse(collaborationIdentifier: id, url: link).json)
            case "POST participants":
                let change = try await document.apply(ParticipantsUpdate(json: body), by: .account(account))
                return (change.lost.isEmpty ? 204 : 205, Data())
            case "POST challenge": return (200, try document.challenge(as: account).json)
            case "POST proof":
                try await document.admit(IdentityProofAnswer(json: body), as: account)
                return (204, Data())
            case "PUT text":
                guard try await document.access(of: account).permits("write") else { return (403, Data()) }
                return (204, Data())
            case "GET text":
                let access = try await document.access(of: account)
                let isOpen = try await document.selection()?.contains("anyone") == true
                return (access != nil || isOpen ? 200 : 403, Data())
            case "GET access":
                guard let access = try await document.access(of: account) else { return (403, Data()) }
                return (200, access.answer.json)
            case "DELETE share":
                try await document.end(by: .account(account))
                return (204, Data())
            default: return (404, Data())
            }
        } catch {
            return (error.status, error.body)
        }
    }
}

@Suite("A server as its author writes it")
struct CallSitesTests {
    @Test("The endpoints of a server answer the owner, an invited device, a guest and a stranger as the owner selected")
    func endpoints() async throws {
        let options = try CollaborationShareOptions(optionsGroups: [
            .picker(
                identifier: "permission",
                options: [
                    CollaborationOption(title: "Can make changes", identifier: "write"),
                    CollaborationOption(title: "Read only", identifier: "read"),
                ]
            ),
            CollaborationOptionsGroup(
                identifier: "access",
                options: [CollaborationOption(title: "Anyone with the link may read", identifier: "anyone")]
            ),
        ])
        let recipes = RecipeServer(
            server: Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: options)
        )
        let bob = SimulatedPerson("Bob")
        let invitation = bob.invitation(to: "doc-42")
        func share(_ selected: [OptionIdentifier]) async {
            let body = StartRequest(selectedOptions: selected).json
            #expect(await recipes.respond("POST share", "alice", body).status == 200)
        }

        await share(["read"])
        let added = ParticipantsUpdate(addedIdentities: [invitation.identity]).json
        #expect(await recipes.respond("POST participants", "mallory", added).status == 403)
        #expect(await recipes.respond("POST participants", "alice", added).status == 204)
        let challenge = try ChallengeMessage(json: await recipes.respond("POST challenge", "bob").body)
        let proof = try bob.devices[0].answer(challenge, for: invitation).json
        #expect(await recipes.respond("POST proof", "bob", proof).status == 204)
        let again = await recipes.respond("POST proof", "bob", proof)
        #expect(again.status == 403 && String(decoding: again.body, as: UTF8.self) == #"{"error":"accessDenied"}"#)

        try await recipes.server["doc-42"].admit(guest: "dora", by: .account("alice"))
        for (account, write, read) in [("alice", 204, 200), ("bob", 403, 200), ("dora", 403, 200), ("eve", 403, 403)] {
            #expect(await recipes.respond("PUT text", AccountIdentifier(account)).status == write, "\(account)")
            #expect(await recipes.respond("GET text", AccountIdentifier(account)).status == read, "\(account)")
        }
        let access = try AccessAnswer(json: await recipes.respond("GET access", "alice").body)
        #expect(access == AccessAnswer(isOwner: true, permittedOptions: ["write", "read", "anyone"]))
        await share(["read", "anyone"])
        #expect(await recipes.respond("GET text", "eve").status == 200)
        #expect(await recipes.respond("GET access", "eve").status == 403)

        try await recipes.server["doc-42"].select(["write"], for: "dora", by: .account("alice"))
        #expect(await recipes.respond("PUT text", "dora").status == 204)
        let removed = ParticipantsUpdate(removedIdentities: [invitation.identity]).json
        #expect(await recipes.respond("POST participants", "alice", removed).status == 205)
        #expect(await recipes.respond("DELETE share", "dora").status == 403)
        #expect(await recipes.respond("DELETE share", "alice").status == 204)
        #expect(await recipes.respond("GET text", "alice").status == 403)
    }
}

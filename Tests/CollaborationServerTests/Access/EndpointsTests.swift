import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

/// The editing sessions of a server, which end when an account loses access.
private actor Sessions {
    private(set) var closed: Set<AccountIdentifier> = []

    func close(_ accounts: Set<AccountIdentifier>) { closed.formUnion(accounts) }
}

/// The lines that say who did what, and why something was refused.
private actor Log {
    private(set) var lines: [String] = []

    func append(_ line: String) { lines.append(line) }
}

/// The endpoints of a server, without a web framework, whose responses are a status and a body.
private struct RecipeServer {
    let server: Collaborations
    let site: URL
    let authors: [CollaborationIdentifier: AccountIdentifier] = ["doc-42": "alice", "pies/apple": "alice"]
    let sessions = Sessions()
    let log = Log()

    /// Logs who did what, closes the sessions of whoever has lost access, and answers that it is done.
    @discardableResult
    func record(_ change: Change) async -> (status: Int, body: Data) {
        await log.append("\(change)")
        await sessions.close(change.lost)
        return (204, Data())
    }

    /// Answers a request of an account that the server has authenticated, with the values of the route's parameters.
    func respond(
        _ route: String,
        _ account: AccountIdentifier,
        _ body: Data = Data(),
        id: CollaborationIdentifier = "doc-42",
        participant: AccountIdentifier = "",
        after: CollaborationIdentifier? = nil
    ) async -> (status: Int, body: Data) {
        let document = server[id]
        do throws(CollaborationError) {
            switch route {
            case "POST /collaborations":
                let request = try StartRequest(json: body)
                // The app names a document as your server does, and only your server knows whose it is.
                let id = request.collaborationIdentifier ?? CollaborationIdentifier(request.localIdentifier.rawValue)
                guard account == authors[id] else { throw .refused(.notOwner) }
                let change = try await server[id].start(request, as: account)
                await record(change)
                let link = site.appending(component: id.rawValue)
                return (change.gained.isEmpty ? 200 : 201, StartResponse(collaborationIdentifier: id, url: link).json)
            case "POST /collaborations/:id/participants":
                return try await record(document.apply(ParticipantsUpdate(json: body), by: .account(account)))
            case "POST /collaborations/:id/challenge": return (200, try document.challenge(as: account).json)
            case "POST /collaborations/:id/proof":
                return try await record(document.admit(IdentityProofAnswer(json: body), as: account))
            case "GET /collaborations/:id":
                guard let access = try await document.access(of: account) else { throw .refused(.noAccess) }
                return (200, access.answer.json)
            case "PUT /texts/:id":
                return (try await document.access(of: account).permits("write") ? 204 : 403, Data())
            case "GET /texts/:id":
                let access = try await document.access(of: account)
                let isOpen = try await document.selection()?.contains("anyone") == true
                return (access != nil || isOpen ? 200 : 403, Data())
            case "GET /collaborations/:id/identities?account=:participant":
                let identities = try await document.identities(of: participant, for: account)
                return (200, IdentitiesAnswer(identities: identities).json)
            case "DELETE /collaborations/:id/access":
                return try await record(document.leave(as: account))
            case "DELETE /collaborations/:id":
                return try await record(document.end(by: .account(account)))
            case "GET /collaborations?after=:after":
                return (200, CollaborationList(try await server.list(of: account, after: after)).json)
            default: return (404, Data())
            }
        } catch {
            await log.append("\(account): \(error)")
            return (error.status, error.body)
        }
    }
}

@Suite("The endpoints of a server", .timeLimit(.minutes(1)))
struct EndpointsTests {
    @Test("The endpoints of a server answer the owner, an invited device, a guest and a stranger as the owner selected")
    func endpoints() async throws {
        let options = try CollaborationShareOptions(optionsGroups: [
            SampleOptions.permission("write"), .switches("access", .option("anyone")),
        ])
        let recipes = RecipeServer(
            server: Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: options),
            site: try #require(URL(string: "https://recipes.example"))
        )
        let bob = SimulatedPerson("Bob")
        let invitation = bob.invitation(to: "doc-42")
        func share(_ request: StartRequest) async -> Int {
            await recipes.respond("POST /collaborations", "alice", request.json).status
        }

        let early = StartRequest(localIdentifier: "doc-42", selectedOptions: ["write"]).json
        #expect(await recipes.respond("POST /collaborations", "mallory", early).status == 403)
        #expect(await share(StartRequest(localIdentifier: "doc-42", selectedOptions: ["read"])) == 201)
        let other = StartRequest(localIdentifier: "pies/apple", selectedOptions: ["read"]).json
        let link = try StartResponse(json: await recipes.respond("POST /collaborations", "alice", other).body).url
        #expect(link.absoluteString == "https://recipes.example/pies%2Fapple")
        let added = ParticipantsUpdate(addedIdentities: [invitation.identity]).json
        #expect(await recipes.respond("POST /collaborations/:id/participants", "mallory", added).status == 403)
        #expect(await recipes.respond("POST /collaborations/:id/participants", "alice", added).status == 204)
        let issued = await recipes.respond("POST /collaborations/:id/challenge", "bob").body
        let challenge = try ChallengeMessage(json: issued)
        let proof = try bob.devices[0].answer(challenge, for: invitation).json
        #expect(await recipes.respond("POST /collaborations/:id/proof", "bob", proof).status == 204)
        let again = await recipes.respond("POST /collaborations/:id/proof", "bob", proof)
        #expect(again.status == 403 && String(decoding: again.body, as: UTF8.self) == #"{"error":"accessDenied"}"#)
        #expect(
            await recipes.log.lines == [
                "mallory: refused: notOwner", #""doc-42" by "alice": started by "alice"; selected ["read"]"#,
                #""pies/apple" by "alice": started by "alice"; selected ["read"]"#, "mallory: refused: noAccess",
                #""doc-42" by "alice": invited identity \#(invitation.identity)"#,
                #""doc-42" by "bob": admitted "bob" by identity \#(invitation.identity)"#,
                "bob: refused: challengeAlreadyUsed",
            ]
        )

        try await recipes.server["doc-42"].admit(guest: "dora", by: .account("alice"))
        for (account, write, read) in [("alice", 204, 200), ("bob", 403, 200), ("dora", 403, 200), ("eve", 403, 403)] {
            #expect(await recipes.respond("PUT /texts/:id", AccountIdentifier(account)).status == write, "\(account)")
            #expect(await recipes.respond("GET /texts/:id", AccountIdentifier(account)).status == read, "\(account)")
        }
        let mention = "GET /collaborations/:id/identities?account=:participant"
        let identities = try IdentitiesAnswer(json: await recipes.respond(mention, "dora", participant: "bob").body)
        #expect(identities.identities == [invitation.identity])
        for (last, page) in [(nil, ["doc-42"]), (CollaborationIdentifier("doc-42"), [])] {
            let list = await recipes.respond("GET /collaborations?after=:after", "dora", after: last).body
            #expect(try CollaborationList(json: list).collaborations.map(\.rawValue) == page)
        }
        let access = try AccessAnswer(json: await recipes.respond("GET /collaborations/:id", "alice").body)
        #expect(access == AccessAnswer(isOwner: true, permittedOptions: ["write", "read", "anyone"]))
        let shared = StartRequest(collaborationIdentifier: "doc-42", selectedOptions: ["read", "anyone"])
        #expect(await share(shared) == 200)
        // Whoever was removed comes by the link as well, unless the server asks for the people.
        _ = try await recipes.server["doc-42"].remove("eve", by: .account("alice"))
        #expect(try await recipes.server["doc-42"].people()?.removedAccounts == ["eve"])
        #expect(await recipes.respond("GET /texts/:id", "eve").status == 200)
        let refused = await recipes.respond("GET /collaborations/:id", "eve")
        #expect(refused.status == 403 && refused.body == again.body)

        try await recipes.server["doc-42"].select(["write"], for: "dora", by: .account("alice"))
        #expect(await recipes.respond("PUT /texts/:id", "dora").status == 204)
        let removed = ParticipantsUpdate(removedIdentities: [invitation.identity]).json
        #expect(await recipes.respond("POST /collaborations/:id/participants", "alice", removed).status == 204)
        #expect(await recipes.sessions.closed == ["bob"])
        #expect(await recipes.respond("DELETE /collaborations/:id", "dora").status == 403)
        #expect(await recipes.respond("DELETE /collaborations/:id/access", "dora").status == 204)
        #expect(await recipes.respond("DELETE /collaborations/:id", "alice").status == 204)
        #expect(await recipes.sessions.closed == ["alice", "bob", "dora"])
        #expect(await recipes.respond("GET /texts/:id", "alice").status == 403)
    }
}

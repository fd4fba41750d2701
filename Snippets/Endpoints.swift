// The endpoints of a server, without a web framework: swift run Endpoints

import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation

// The app compiles the same declaration.
let write = CollaborationOption(title: "Can make changes", identifier: "write")
let read = CollaborationOption(title: "Read only", identifier: "read")
let group = CollaborationOptionsGroup.picker(identifier: "permission", options: [write, read])
let offered = try CollaborationShareOptions(optionsGroups: [group])
guard let site = URL(string: "https://recipes.example") else { preconditionFailure("The site has a URL.") }
let server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey())

/// Answers a request of an account that the server has authenticated.
func respond(_ route: String, _ document: CollaborationIdentifier, _ account: AccountIdentifier, _ body: Data)
    async -> (status: Int, body: Data)
{
    do {
        switch route {
        case "POST share":
            try await server.start(document, with: StartRequest(json: body), offering: offered, by: account)
            let link = site.appending(path: document.rawValue)
            return (200, StartResponse(collaborationIdentifier: document, url: link).json)
        case "POST participants":
            try await server.apply(ParticipantsUpdate(json: body), to: document, by: account)
            return (204, Data())
        case "POST challenge":
            return (200, try server.challenge(for: document, account: account).json)
        case "POST proof":
            try await server.admit(IdentityProofAnswer(json: body), as: account, to: document)
            return (204, Data())
        case "PUT text":
            let access = try await server.access(of: account, to: document)
            return (access?.allows("write") == true ? 204 : 403, Data())
        default: return (404, Data())
        }
    } catch {
        print("   log: \(error)")
        return (error.status, error.body)
    }
}

func show(_ route: String, as account: AccountIdentifier, _ body: Data = Data()) async {
    let (status, body) = await respond(route, "doc-42", account, body)
    print("\(account), \(route): \(status) \(String(decoding: body.prefix(60), as: UTF8.self))")
}

let bob = SimulatedPerson("Bob")
let invited = try bob.identity(in: "doc-42")
let update = ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: [invited.identity])
for option in ["admin", "read"] {
    await show("POST share", as: "alice", StartRequest(selectedOptions: [option]).json)
}
for account in ["mallory", "alice"] { await show("POST participants", as: .init(account), update.json) }
let challenge = try ChallengeMessage(json: await respond("POST challenge", "doc-42", "bob", Data()).body)
let answer = try bob.devices[0].answer(challenge, for: invited)
for body in [Data("{}".utf8), answer.json, answer.json] { await show("POST proof", as: "bob", body) }
await show("PUT text", as: "bob")

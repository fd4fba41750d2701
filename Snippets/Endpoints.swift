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
let server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: offered)

/// Answers a request of an account that the server has authenticated.
func respond(_ route: String, _ id: CollaborationIdentifier, _ account: AccountIdentifier, _ body: Data)
    async -> (status: Int, body: Data)
{
    let document = server[id]
    do {
        switch route {
        case "POST share":
            try await document.start(StartRequest(json: body), as: account)
            return (200, StartResponse(collaborationIdentifier: id, url: site.appending(path: id.rawValue)).json)
        case "POST participants":
            let change = try await document.apply(ParticipantsUpdate(json: body), by: .account(account))
            print("   audit: \(account): \(change)")  // And close the sessions of change.lost.
            return (204, Data())
        case "POST challenge":
            return (200, try document.challenge(as: account).json)
        case "POST proof":
            try await document.admit(IdentityProofAnswer(json: body), as: account)
            return (204, Data())
        case "PUT text":
            return (try await document.access(of: account).permits("write") ? 204 : 403, Data())
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
let invitation = bob.invitation(to: "doc-42")
let update = ParticipantsUpdate(addedIdentities: [invitation.identity])
for option in ["admin", "read"] {
    await show("POST share", as: "alice", StartRequest(selectedOptions: [OptionIdentifier(option)]).json)
}
for account in ["mallory", "alice"] { await show("POST participants", as: .init(account), update.json) }
let answer = try bob.devices[0].answer(server["doc-42"].challenge(as: "bob"), for: invitation)
for body in [Data("{}".utf8), answer.json, answer.json] { await show("POST proof", as: "bob", body) }
_ = try await server["doc-42"].admit(guest: "carol", by: .account("alice"))
for account in ["bob", "carol", "alice"] { await show("PUT text", as: .init(account)) }

// The endpoints of a server, without a web framework.
//
//     swift run Endpoints

import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation

// The app compiles the same declaration.
let (write, read) = (
    CollaborationOption(title: "Can make changes", identifier: "write"),
    CollaborationOption(title: "Read only", identifier: "read")
)
let offered = try CollaborationShareOptions(
    optionsGroups: [.picker(identifier: "permission", options: [write, read])]
)
guard let site = URL(string: "https://recipes.example") else { preconditionFailure("The site has a URL.") }
let collaborations = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey())

/// Answers a request of an account that the server has authenticated.
func respond(
    _ request: String,
    _ document: CollaborationIdentifier,
    _ account: AccountIdentifier,
    _ body: Data = Data()
) async -> (status: Int, body: Data) {
    do {
        switch request {
        case "POST share":
            let request = try StartRequest(json: body)
            try await collaborations.start(document, with: request, offering: offered, by: account)
            let link = site.appending(path: document.rawValue)
            return (200, StartResponse(collaborationIdentifier: document, url: link).json)
        case "POST participants":
            try await collaborations.apply(ParticipantsUpdate(json: body), to: document, by: account)
            return (204, Data())
        case "POST challenge":
            return (200, try collaborations.challenge(for: document, account: account).json)
        case "POST proof":
            try await collaborations.admit(IdentityProofAnswer(json: body), as: account, to: document)
            return (204, Data())
        case "PUT text":
            let access = try await collaborations.access(of: account, to: document)
            return (access?.allows("write") == true ? 204 : 403, Data())
        default: return (404, Data())
        }
    } catch {
        print("   log: \(error)")
        return (error.status, error.body)
    }
}

func show(_ request: String, as account: AccountIdentifier, _ body: Data = Data()) async -> Data {
    let response = await respond(request, "doc-42", account, body)
    print(
        "\(account), \(request): \(response.status) \(String(decoding: response.body.prefix(60), as: UTF8.self))"
    )
    return response.body
}

let bob = SimulatedPerson("Bob")
let invited = try bob.identity(in: "doc-42")
let update = ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: [invited.identity])
_ = await show("POST share", as: "alice", StartRequest(selectedOptions: ["admin"]).json)
_ = await show("POST share", as: "alice", StartRequest(selectedOptions: ["read"]).json)
_ = await show("POST participants", as: "mallory", update.json)
_ = await show("POST participants", as: "alice", update.json)
let challenge = try ChallengeMessage(json: await respond("POST challenge", "doc-42", "bob").body)
let answer = try bob.devices[0].answer(challenge, for: invited)
_ = await show("POST proof", as: "bob", Data("{}".utf8))
_ = await show("POST proof", as: "bob", answer.json)
_ = await show("POST proof", as: "bob", answer.json)
_ = await show("PUT text", as: "bob")

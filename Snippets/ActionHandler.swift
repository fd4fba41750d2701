// An app on the main actor: it carries out the system's actions, and opens a link that somebody was sent.
//
//     swift run ActionHandler

import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

let read = CollaborationOption(title: "Read only", identifier: "read")
let offered = try CollaborationShareOptions(optionsGroups: [.picker(identifier: "permission", options: [read])])
let collaborations = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: offered)

/// The app's server as one account reaches it; an app sends the messages over HTTP.
struct Server {
    let account: AccountIdentifier

    func start(_ request: StartRequest) async throws -> StartResponse {
        try await collaborations["doc-42"].start(request, as: account)
        guard let url = URL(string: "https://recipes.example/doc-42") else { throw URLError(.badURL) }
        return StartResponse(collaborationIdentifier: "doc-42", url: url)
    }

    func apply(_ update: ParticipantsUpdate, to collaboration: CollaborationIdentifier) async throws {
        try await collaborations[collaboration].apply(update, by: .account(account))
    }

    func canOpen(_ url: URL) async throws -> Bool {
        try await collaborations["doc-42"].access(of: account) != nil
    }

    func challenge(for collaboration: CollaborationIdentifier) async throws -> ChallengeMessage {
        try collaborations[collaboration].challenge(as: account)
    }

    func admit(_ answer: IdentityProofAnswer, to collaboration: CollaborationIdentifier) async throws {
        try await collaborations[collaboration].admit(answer, as: account)
    }
}

@MainActor
final class App: CollaborationActionHandler {
    let server: Server
    let center: any HighlightCenter

    init(server: Server, center: any HighlightCenter) {
        self.server = server
        self.center = center
    }

    func collaborationCoordinator(_: CollaborationCoordinator, handle action: StartCollaborationAction) async {
        do {
            try action.fulfill(with: await server.start(StartRequest(action)))
        } catch {
            action.fail()  // Cancels the message.
        }
    }

    func collaborationCoordinator(
        _: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async {
        do {
            try await server.apply(ParticipantsUpdate(action), to: action.collaborationIdentifier)
            action.fulfill()  // The first time, this sends the link.
        } catch {
            action.fail()
        }
    }

    func open(_ url: URL) async throws {
        if try await server.canOpen(url) { return }  // Somebody who has access proves nothing.
        let highlight = try await center.collaborationHighlight(for: url)
        let challenge = try await server.challenge(for: highlight.collaborationIdentifier)
        let answer = try await center.answer(challenge, for: highlight, account: server.account)
        try await server.admit(answer, to: highlight.collaborationIdentifier)
    }
}

// The system's part: Alice shares with Bob, who opens the link twice.
let messages = SimulatedMessages()
let alice = SimulatedPerson("Alice")
let bob = SimulatedPerson("Bob")

@MainActor
func app(of person: SimulatedPerson, as account: AccountIdentifier) -> App {
    let center = messages.highlightCenter(of: person, on: person.devices[0])
    return App(server: Server(account: account), center: center)
}

let alicesApp = app(of: alice, as: "alice")
let bobsApp = app(of: bob, as: "bob")
messages.coordinator(of: alice).actionHandler = alicesApp
let metadata = CollaborationMetadata(localIdentifier: "recipes-7", title: "Bread", defaultShareOptions: offered)
let conversation = messages.conversation(among: [alice, bob])
let sent = try await conversation.send(metadata.transferItem, from: alice)
for _ in 1...2 { try await bobsApp.open(sent.url) }
print("bob has access: \(try await collaborations["doc-42"].access(of: "bob") != nil)")

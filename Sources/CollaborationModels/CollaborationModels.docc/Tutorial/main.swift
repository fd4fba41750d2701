// Alice shares a recipe with Bob through a simulated Messages and a real server.
//
//     swift run Play                            with a server in this process
//     swift run Play http://127.0.0.1:8080      with the example service

import CollaborationClient
import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import RecipeApp

let address = CommandLine.arguments.dropFirst().first.flatMap { URL(string: $0) }
let messages = SimulatedMessages()

/// Plays it, and prints what Alice and Bob see.
func play() async throws {
    let local = try LocalSharingServer(
        Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: Recipe.options()),
        link: Service.link
    )

    /// The app on the first device of a person, where the person is signed in.
    func app(of person: SimulatedPerson) -> SharingSession {
        let center = messages.highlightCenter(of: person, on: person.devices[0])
        let session = SharingSession(center: center, storage: SimulatedDisk().storage)
        let account = AccountIdentifier(person.name.lowercased())
        if let address {
            let server = Service.server(at: address) { try await Service.developmentToken(of: $0, at: address) }
            session.signIn(as: account, to: server)
        } else {
            session.signIn(as: account, to: local)
        }
        return session
    }

    // Alice's device: the app sets its handler at launch.
    let (alice, bob) = (SimulatedPerson("Alice"), SimulatedPerson("Bob"))
    let aliceApp = app(of: alice)
    messages.coordinator(of: alice).actionHandler = aliceApp

    // She taps the share button, selects an option in Messages, and sends.
    let recipe = Recipe(identifier: "recipe-7", title: "Baking Recipes", text: "Flour and water")
    let conversation = messages.conversation(among: [alice, bob])
    let metadata = try recipe.draft(sharedBy: "alice")
    let sent = try await conversation.send(
        recipe.transferItem(of: metadata),
        from: alice,
        selecting: try metadata.defaultShareOptions?.selecting(only: ["read"])
    )
    print("sent: \(sent.url)")

    // Bob's device: the link opens the app. The second time he has access, and proves nothing.
    let bobApp = app(of: bob)
    print("Bob opens the link: \(await bobApp.open(sent.url))")
    print("Bob opens it again: \(await bobApp.open(sent.url))")
    bobApp.post(.change(.edit), in: sent.collaborationIdentifier)
    try await aliceApp.mention("bob", in: sent.collaborationIdentifier)
    _ = await (aliceApp.removals, bobApp.removals)  // What the apps were told before is done.
    for person in [alice, bob] {
        print("\(person.name) sees: \(conversation.thread(of: person).map(\.description).joined(separator: "; "))")
    }

    // Somebody removes Bob from the group. Alice's device asks her to remove him from the recipe too.
    await conversation.remove(bob)
    print("Bob opens it after his removal: \(await bobApp.open(sent.url))")
}

do {
    try await play()
} catch {
    print("stopped: \(error)")
    exit(1)
}

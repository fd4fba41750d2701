// Alice shares a recipe with Bob through a simulated Messages and a real server.
//
//     swift run Play                            with a server in this process
//     swift run Play http://127.0.0.1:8080      with the example service

import CollaborationCore
import CollaborationModels
import CollaborationTesting
import Foundation
import RecipeApp

let address = CommandLine.arguments.dropFirst().first.flatMap { URL(string: $0) }
let messages = SimulatedMessages()

/// The app on the first device of a person.
func app(of person: SimulatedPerson) async throws -> RecipeSharing {
    let account = AccountIdentifier(person.name.lowercased())
    let center = messages.highlightCenter(of: person, on: person.devices[0])
    guard let address else {
        return RecipeSharing(server: LocalServer(account: account), center: center, account: account)
    }
    let client = try await ServiceClient(address: address, account: account)
    return RecipeSharing(server: client, center: center, account: account)
}

/// Plays it, and prints what Alice and Bob see.
func play() async throws {
    // Alice's device: the app sets its handler at launch.
    let (alice, bob) = (SimulatedPerson("Alice"), SimulatedPerson("Bob"))
    let aliceApp = try await app(of: alice)
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
    let bobApp = try await app(of: bob)
    print("Bob opens the link: \(try await bobApp.open(sent.url))")
    print("Bob opens it again: \(try await bobApp.open(sent.url))")
    bobApp.didEdit(
        try await messages.highlightCenter(of: bob, on: bob.devices[0]).collaborationHighlight(for: sent.url)
    )
    print("Alice sees: \(conversation.thread(of: alice).map(\.description).joined(separator: "; "))")

    // Somebody removes Bob from the group. Alice's device asks her to remove him from the recipe too.
    await conversation.remove(bob)
    print("Bob opens it after his removal: \(try await bobApp.open(sent.url))")
}

do {
    try await play()
} catch {
    print("stopped: \(error)")
    if error is URLError { print("Does the service run?") }
    exit(1)
}

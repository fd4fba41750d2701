// Alice shares a recipe with Bob through a simulated Messages and a real server.
//
//     swift run Play http://127.0.0.1:8080

import CollaborationModels
import CollaborationCore
import CollaborationTesting
import Foundation
import RecipeApp

guard let address = URL(string: CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080") else {
    fatalError("The argument is the address of the server.")
}
let messages = SimulatedMessages()

/// The app on the first device of a person.
func app(of person: SimulatedPerson, server: DocumentServerClient) -> RecipeSharing {
    let center = messages.highlightCenter(of: person, on: person.devices[0])
    let account = AccountIdentifier(person.name.lowercased())
    return RecipeSharing(server: server, center: center, account: account)
}

/// Plays it, and prints what Alice and Bob see.
func play(at address: URL) async throws {
    // Alice's device: the app sets its handler at launch.
    let (alice, bob) = (SimulatedPerson("Alice"), SimulatedPerson("Bob"))
    let aliceServer = try await DocumentServerClient(address: address, account: "alice")
    let aliceApp = app(of: alice, server: aliceServer)
    messages.coordinator(of: alice).actionHandler = aliceApp

    // She taps the share button, selects an option in Messages, and sends.
    let recipe = try await aliceServer.createRecipe(title: "Baking Recipes", text: "Flour and water")
    let conversation = messages.conversation(among: [alice, bob])
    let metadata = try recipe.draft(sharedBy: "alice")
    let sent = try await conversation.send(
        recipe.transferItem(of: metadata),
        from: alice,
        selecting: try metadata.defaultShareOptions?.selecting(only: ["read", "mentions"])
    )
    print("sent: \(sent.url)")

    // Bob's device: the link opens the app.
    let bobServer = try await DocumentServerClient(address: address, account: "bob")
    let bobApp = app(of: bob, server: bobServer)
    do {
        print("Bob reads: \(try await bobServer.text(of: sent.collaborationIdentifier))")
    } catch let refusal as ServerRefusal {
        print("before the proof: refused with status \(refusal.status)")
    }
    let highlight = try await bobApp.open(sent.url)
    print("granted, Bob reads: \(try await bobServer.text(of: highlight.collaborationIdentifier))")
    bobApp.didEdit(highlight)
    print("Alice sees: \(conversation.thread(of: alice).map(\.description).joined(separator: "; "))")

    // Somebody removes Bob from the group. Alice's device asks her to remove him from the recipe too.
    await conversation.remove(bob)
    do {
        _ = try await bobServer.text(of: highlight.collaborationIdentifier)
    } catch let refusal as ServerRefusal {
        print("removed: refused with status \(refusal.status)")
    }
}

do {
    try await play(at: address)
} catch {
    print("stopped: \(error)")
    if error is URLError { print("Does the server run at \(address)?") }
    exit(1)
}

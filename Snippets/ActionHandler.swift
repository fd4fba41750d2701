// An app delegate on the main actor that carries out actions, whichever task they come from.
//
// Run it with `swift run ActionHandler`.

import CollaborationCore
import CollaborationModels
import Foundation

@MainActor
final class AppDelegate: CollaborationActionHandler {
    private var participants: [CollaborationIdentifier: Int] = [:]

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) {
        do {
            guard let url = URL(string: "https://recipes.example/doc-42") else { throw URLError(.badURL) }
            print("The app sets up \(action.collaborationMetadata)")
            try action.fulfill(using: url, collaborationIdentifier: "doc-42")
        } catch {
            action.fail()
        }
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        participants[action.collaborationIdentifier, default: 0] += action.addedIdentities.count
        participants[action.collaborationIdentifier, default: 0] -= action.removedIdentities.count
        print("\(action.collaborationIdentifier) has participants: \(participants.values.reduce(0, +))")
        action.fulfill()
    }
}

let app = AppDelegate()
CollaborationCoordinator.shared.actionHandler = app

// The system's part, outside the main actor.
let system = Task.detached {
    let recipients = try [1, 2].map { try Person.Identity(rootHash: Data(repeating: $0, count: 32)) }
    let metadata = CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")
    return try await CollaborationCoordinator.shared.startCollaboration(metadata) { _ in recipients }
}
print("The message goes out with \(try await system.value.url)")

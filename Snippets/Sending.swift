// What an app does when a person taps Send, and what the system does around it.
//
// Run it with `swift run Sending`.

import CollaborationCore
import CollaborationModels
import Foundation

/// The app's part: it makes the link and stores the identities that may open it.
final class RecipeApp: CollaborationActionHandler {
    func collaborationCoordinator(_ coordinator: CollaborationCoordinator, handle action: StartCollaborationAction) {
        let selection = action.collaborationMetadata.userSelectedShareOptions
        print("The app sets up \(action.collaborationMetadata), \(selection?.summary ?? "no options")")
        do {
            guard let url = URL(string: "https://recipes.example/doc-42") else { throw URLError(.badURL) }
            try action.fulfill(using: url, collaborationIdentifier: "doc-42")
        } catch {
            action.fail()  // Cancels the message.
        }
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        for identity in action.addedIdentities {
            print("The app stores \(identity.description.prefix(8))… for \(action.collaborationIdentifier)")
        }
        action.fulfill()  // Sends the link.
    }
}

let app = RecipeApp()
CollaborationCoordinator.shared.actionHandler = app

var metadata = CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")
metadata.userSelectedShareOptions = try CollaborationShareOptions(
    optionsGroups: AllowedSharingOptions.standard.optionsGroups
)

// The system's part: Messages does this on a device.
let recipients = try [1, 2].map { try Person.Identity(rootHash: Data(repeating: $0, count: 32)) }
let collaboration = try await CollaborationCoordinator.shared.startCollaboration(metadata) { _ in recipients }
print("The message goes out with \(collaboration.url)")

// Later, someone edits, and the others see a banner.
let highlight = CollaborationHighlight(collaboration, creationDate: .now)
let event = HighlightChangeEvent(highlight: highlight, trigger: .edit)
if let notice = Notice(of: event, in: highlight, by: "Charlie") { print("Banner: \(notice)") }

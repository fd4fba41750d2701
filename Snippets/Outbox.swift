// Posts the notices of edits, also those of a collaboration that the device does not know yet.
//
//     swift run Outbox

import CollaborationCore
import CollaborationModels
import CollaborationTesting
import Foundation

/// The notices that are to be posted; an app stores them as JSON, since it may be ended meanwhile.
struct Outbox: Codable {
    struct Entry: Codable {
        let collaboration: CollaborationIdentifier
        var attempts = 0
    }

    private(set) var entries: [Entry] = []

    /// Adds the notice of an edit; ten edits in a row need only one.
    mutating func addEdit(in collaboration: CollaborationIdentifier) {
        guard !entries.contains(where: { $0.collaboration == collaboration }) else { return }
        entries.append(Entry(collaboration: collaboration))
    }

    /// Posts what the device knows, and gives up the rest after three attempts.
    ///
    /// Call it after an edit, at launch, and for each element of `highlightUpdates`. A notice that was posted is not
    /// posted again: nothing says whether it arrived.
    mutating func flush(to center: some HighlightCenter) {
        entries = entries.compactMap { entry in
            do {
                let highlight = try center.collaborationHighlight(forIdentifier: entry.collaboration)
                center.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
                return nil
            } catch {
                let attempts = entry.attempts + 1
                return attempts < 3 ? Entry(collaboration: entry.collaboration, attempts: attempts) : nil
            }
        }
    }
}

/// Shares the document 42.
final class App: CollaborationActionHandler {
    func collaborationCoordinator(_: CollaborationCoordinator, handle action: StartCollaborationAction) {
        do {
            guard let url = URL(string: "https://recipes.example/42") else { throw URLError(.badURL) }
            try action.fulfill(using: url, collaborationIdentifier: "doc-42")
        } catch {
            action.fail()
        }
    }

    func collaborationCoordinator(_: CollaborationCoordinator, handle action: UpdateCollaborationParticipantsAction) {
        action.fulfill()
    }
}

let messages = SimulatedMessages()
let (alice, bob) = (SimulatedPerson("Alice"), SimulatedPerson("Bob"))
let conversation = messages.conversation(among: [alice, bob])
let center = messages.highlightCenter(of: bob, on: bob.devices[0])
let app = App()
messages.coordinator(of: alice).actionHandler = app

// Bob has the document from the server, and edits it before Messages on his device has the link.
var outbox = Outbox()
for _ in 1...10 { outbox.addEdit(in: "doc-42") }
outbox.addEdit(in: "doc-43")
outbox.flush(to: center)
print("waiting: \(outbox.entries.count)")

let metadata = CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")
try await conversation.send(metadata.transferItem, from: alice)
outbox.flush(to: center)
print("Alice sees: \(conversation.thread(of: alice).map(\.description).joined(separator: "; "))")
outbox.flush(to: center)
print("waiting: \(outbox.entries.count)")

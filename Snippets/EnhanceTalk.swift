// The code of Apple's talk "Enhance collaboration experiences with Messages" (WWDC22, 10095), in its order and with its
// names, for the types of this package. The simulated Messages takes the system's place, and a value that of CloudKit.
//
//     swift run EnhanceTalk

import CollaborationCore
import CollaborationModels
import CollaborationTesting
import Foundation

let container = "iCloud.com.example.notes"

/// Stands for CloudKit, which creates the share and saves it.
@Sendable
func savedShare() async throws -> CloudKitShare {
    CloudKitShare(recordName: "note-7", title: "Shared Item", url: URL(string: "https://example.com/note-7"))
}

// MARK: 4:08 Create a CloudKit collaboration item provider

// Starting collaboration.
var itemProvider = TransferItem()
itemProvider.registerCKShare(container: container, allowedSharingOptions: .standard) {
    try await savedShare()
}

// Inviting to existing collaboration.
var inviting = TransferItem()
inviting.registerCKShare(try await savedShare(), container: container, allowedSharingOptions: .standard)

// MARK: 7:35 and 7:47 Set up share sheet and share popover: user interface, which gets the item

// MARK: 8:22 and 9:03 Provide metadata for the share sheet and the share popover

itemProvider.preview = TransferPreview(title: "Shared Item", imageData: Data(), iconData: Data())

// MARK: 10:21 Create a Transferable object, and 11:34 adopt ShareLink, which takes it

struct Note: TransferItemConvertible {
    var share: CloudKitShare?

    var transferItem: TransferItem {
        if let share { return TransferItem(.cloudKit(.existing(share, container: container))) }
        return TransferItem(.cloudKit(.prepareShare(container: container) { try await savedShare() }))
    }
}

// MARK: 14:58 Initialize the collaboration view

guard let collaborationObject = Note().transferItem.collaborationObject else { fatalError("no share") }
var collaborationView = CollaborationViewModel(collaborationObject: collaborationObject)
collaborationView.activeParticipantCount = 2
collaborationView.manageButtonTitle = "Custom Manage Button"
// The talk's contentView became setContent(_:); the view is the app's own.

// MARK: 18:11 and 18:47 Observe when a share is saved and when it is removed

let observer = SystemSharingUIObserver(container: container)
let events = observer.events
observer.report(.didSaveShare(recordName: "note-7", .success(try await savedShare())))
observer.report(.didStopSharing(recordName: "note-7", .success(())))
for await event in events.prefix(2) {
    switch event {
    case .didSaveShare(let name, .success(let share)): print("Saved \(name): \(share.title ?? "no title")")
    case .didStopSharing(let name, .success): print("Stopped sharing \(name)")
    case .didSaveShare(_, .failure(let error)), .didStopSharing(_, .failure(let error)): print(error)
    }
}

// Miranda shares the note with Elana.
let messages = SimulatedMessages(seed: "enhance")
let (miranda, elana) = (SimulatedPerson("Miranda"), SimulatedPerson("Elana"))
let thread = messages.conversation(among: [miranda, elana])
guard case .cloudKit(let share) = itemProvider.collaborationObject else { fatalError("no share") }
let shareURL = try await thread.send(share, from: miranda).url
let highlightCenter = messages.highlightCenter(of: miranda, on: miranda.devices[0])

// MARK: 20:44 Post a notice of an edit; the talk's collaborationHighlight(forURL:error:) became collaborationHighlight(for:)

let highlight = try await highlightCenter.collaborationHighlight(for: shareURL)
highlightCenter.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))

// MARK: 21:30 Post a mention

let mentionEvent = HighlightMentionEvent(highlight: highlight, mentionedPersonCloudKitShareHandle: elana.handle)
highlightCenter.postNotice(for: mentionEvent)

// MARK: 21:58 Post a new name

highlightCenter.postNotice(for: HighlightPersistenceEvent(highlight: highlight, trigger: .renamed))

// MARK: 22:11 Post a new member

let membershipEvent = HighlightMembershipEvent(highlight: highlight, trigger: .addedCollaborator)
highlightCenter.postNotice(for: membershipEvent)
print(thread.thread(of: elana).map(\.description).joined(separator: "\n"))

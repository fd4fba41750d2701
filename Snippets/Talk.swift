// The code of Apple's talk "Integrate your custom collaboration app with Messages" (WWDC22, 10093), in its
// order and with its names, for the types of this package. The simulated Messages takes the system's place.
//
//     swift run Talk

import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

// MARK: 4:21 Configure the metadata

let localIdentifier = LocalCollaborationIdentifier(rawValue: "identifier")
var metadata = CollaborationMetadata(localIdentifier: localIdentifier)
metadata.title = "Content Title"
metadata.initiatorHandle = "devin@example.com"
metadata.initiatorNameComponents = PersonName(givenName: "Devin")

// MARK: 6:34 Configure the share options

var permission = CollaborationOptionsGroup.picker(
    identifier: UUID().uuidString,
    options: [
        CollaborationOption(title: "Can make changes", identifier: OptionIdentifier(UUID().uuidString)),
        CollaborationOption(title: "Read only", identifier: OptionIdentifier(UUID().uuidString)),
    ]
)
permission.options[0].isSelected = true
permission.title = "Permission"

var additionalOptions = CollaborationOptionsGroup(
    identifier: UUID().uuidString,
    options: [
        CollaborationOption(title: "Allow mentions", identifier: OptionIdentifier(UUID().uuidString)),
        CollaborationOption(title: "Allow comments", identifier: OptionIdentifier(UUID().uuidString)),
    ]
)
additionalOptions.title = "Additional Settings"

let optionsGroups = [permission, additionalOptions]
metadata.defaultShareOptions = try CollaborationShareOptions(optionsGroups: optionsGroups)

// MARK: 7:58 A transfer representation

struct CustomCollaboration: TransferItemConvertible {
    var metadata: CollaborationMetadata

    var transferItem: TransferItem { TransferItem(.custom(metadata), preview: TransferPreview(title: "Example")) }
}

// MARK: The app; where the talk's app sends requests to its server, this one calls the server's methods

@MainActor
final class AppDelegate: CollaborationActionHandler {
    let document: Collaboration
    let account: AccountIdentifier
    let highlightCenter: any HighlightCenter

    init(document: Collaboration, account: AccountIdentifier, highlightCenter: any HighlightCenter) {
        self.document = document
        self.account = account
        self.highlightCenter = highlightCenter
    }

    // MARK: 11:22 Set up the coordinator

    /// An app passes `CollaborationCoordinator.shared`.
    func didFinishLaunching(with collaborationCoordinator: CollaborationCoordinator) {
        collaborationCoordinator.actionHandler = self
    }

    // MARK: 12:27 The start action

    func collaborationCoordinator(_: CollaborationCoordinator, handle action: StartCollaborationAction) async {
        let metadata = action.collaborationMetadata
        do {
            try await document.start(StartRequest(action), as: account)
            print("Server: prepares \(metadata.localIdentifier), \(metadata.userSelectedShareOptions?.summary ?? "")")
            guard let url = URL(string: "https://example.com/content/42") else { throw URLError(.badURL) }
            try action.fulfill(using: url, collaborationIdentifier: document.identifier)
        } catch {
            print("Caught error while preparing the collaboration: \(error)")
            action.fail()  // cancels the message
        }
    }

    // MARK: 13:40 and 24:12 The update action

    func collaborationCoordinator(_: CollaborationCoordinator, handle action: UpdateCollaborationParticipantsAction)
        async
    {
        let (added, removed) = (action.addedIdentities.count, action.removedIdentities.count)
        do {
            let change = try await document.apply(ParticipantsUpdate(action), by: .account(account))
            print("Server: \(added) participants added, \(removed) removed; \(change.lost.count) accounts lose access")
            action.fulfill()  // sends the URL provided by the start action
        } catch {
            print("Caught error while changing the participants of the collaboration: \(error)")
            action.fail()  // cancels the message
        }
    }

    // MARK: 19:12 Retrieve a signed identity proof for a highlight

    func open(_ url: URL) async {
        do {
            let highlight = try await highlightCenter.collaborationHighlight(for: url)
            let challenge = try document.challenge(as: account)
            // Checks whom the challenge is for, and calls signedIdentityProof(for:using:).
            let answer = try await highlightCenter.answer(challenge, for: highlight, account: account)
            // Verifies the signature, generates the root hash, and looks for it among the known ones (21:20).
            try await document.admit(answer, as: account)
            print("Server: admits \(account)")
        } catch {
            print("Caught error while generating proof of inclusion: \(error)")
        }
    }

    // MARK: 25:54 Post a change event

    func postContentEditEvent(identifier: CollaborationIdentifier) throws {
        let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
        let editEvent = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        highlightCenter.postNotice(for: editEvent)
    }

    // MARK: 26:39 Post a membership event

    func postMembershipEvent(identifier: CollaborationIdentifier) throws {
        let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
        let membershipEvent = HighlightMembershipEvent(highlight: highlight, trigger: .removedCollaborator)
        highlightCenter.postNotice(for: membershipEvent)
    }

    // MARK: 26:50 Post a mention event

    func postMentionEvent(identifier: CollaborationIdentifier, mentionedRootHash: Data) throws {
        let mentionedIdentity = try Person.Identity(rootHash: mentionedRootHash)
        let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
        let mentionEvent = HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: mentionedIdentity)
        highlightCenter.postNotice(for: mentionEvent)
    }

    // MARK: 27:23 Post a persistence event

    func postContentRenamedEvent(identifier: CollaborationIdentifier) throws {
        let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
        let renamedEvent = HighlightPersistenceEvent(highlight: highlight, trigger: .renamed)
        highlightCenter.postNotice(for: renamedEvent)
    }
}

// MARK: Devin shares with Lance and Charlie

let messages = SimulatedMessages(seed: "talk")
let devin = SimulatedPerson("Devin")
let lance = SimulatedPerson("Lance")
let charlie = SimulatedPerson("Charlie")
let offered = try CollaborationShareOptions(optionsGroups: optionsGroups)
let server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: offered)

@MainActor
func app(of person: SimulatedPerson) -> AppDelegate {
    let account = AccountIdentifier(person.name.lowercased())
    let center = messages.highlightCenter(of: person, on: person.devices[0])
    let app = AppDelegate(document: server["content-42"], account: account, highlightCenter: center)
    app.didFinishLaunching(with: messages.coordinator(of: person))
    return app
}

let (devinsApp, lancesApp, charliesApp) = (app(of: devin), app(of: lance), app(of: charlie))
let thread = messages.conversation(among: [devin, lance, charlie])
let started = try await thread.send(CustomCollaboration(metadata: metadata).transferItem, from: devin)
print("Messages: sends \(started.url)")
await lancesApp.open(started.url)
await charliesApp.open(started.url)
try lancesApp.postContentEditEvent(identifier: "content-42")
await thread.remove(charlie)
await charliesApp.open(started.url)
try devinsApp.postMembershipEvent(identifier: "content-42")
guard let lancesIdentity = try await server["content-42"].access(of: "lance")?.identities.first
else { preconditionFailure("Lance must have access.") }
try devinsApp.postMentionEvent(identifier: "content-42", mentionedRootHash: lancesIdentity.rootHash)
try devinsApp.postContentRenamedEvent(identifier: "content-42")
for person in [devin, lance, charlie] {
    print("\(person.name) sees: \(thread.thread(of: person).map(\.description).joined(separator: "; "))")
}

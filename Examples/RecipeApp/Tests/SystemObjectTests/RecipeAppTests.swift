import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import RecipeApp
import Testing

@testable import SharedWithYouBridge
@testable import SharedWithYouCore

// Serialized, since the system has one coordinator.
@Suite("An app on Apple's classes", .serialized)
struct RecipeAppTests {
    private let samples = Samples()
    private let collaborations: Collaborations
    private let server: LocalSharingServer

    init() throws {
        collaborations = Collaborations(
            store: InMemoryCollaborationStore(),
            key: ChallengeKey(),
            offering: try Recipe.options()
        )
        server = LocalSharingServer(collaborations, link: "https://recipes.example/{collaboration}")
    }

    @MainActor
    private func app(on device: Device) -> Sharing {
        Sharing(center: DeviceCenter(device), storage: SimulatedDisk().storage, coordinator: CollaborationCoordinator())
    }

    @Test("A recipe is shared, opened by an invited device, edited and mentioned, with real signatures")
    @MainActor
    func lifecycle() async throws {
        let alice = app(on: Device())
        alice.signedIn(as: "alice", to: server)
        let draft = try Recipe(identifier: "recipes-7", title: "Baking Recipes").draft(sharedBy: "alice")

        // The system's part: the person selects an option, and the actions follow.
        let metadata = SWCollaborationMetadata(draft)
        metadata.userSelectedShareOptions = metadata.defaultShareOptions
        let permission = metadata.userSelectedShareOptions?.optionsGroups.first
        (permission as? SWCollaborationOptionsPickerGroup)?.selectedOptionIdentifier = "read"
        let system = SWCollaborationCoordinator.shared
        let start = SWStartCollaborationAction(metadata)
        system.actionHandler?.collaborationCoordinator(system, handle: start)
        guard case .fulfilledUsing(let url, let identifier) = await start.completion() else {
            Issue.record("The start action was not fulfilled.")
            return
        }
        let collaboration = CollaborationIdentifier(identifier)
        let bob = SimulatedPerson("Bob")
        let invitation = bob.invitation(to: collaboration)
        let update = SWUpdateCollaborationParticipantsAction(
            SWCollaborationMetadata(collaborationIdentifier: identifier),
            added: [SWPerson.Identity(invitation.identity)]
        )
        system.actionHandler?.collaborationCoordinator(system, handle: update)
        #expect(await update.completion() == .fulfilled)

        // Bob's part.
        let highlight = CollaborationHighlight(
            collaborationIdentifier: collaboration,
            url: url,
            title: "Baking Recipes",
            creationDate: Date(timeIntervalSince1970: 1_700_000_000)
        )
        let device = Device([highlight]) { data in
            Device.Proof(try bob.devices[0].signedProof(signing: data, for: invitation))
        }
        let bobApp = app(on: device)
        bobApp.signedIn(as: "bob", to: server)
        #expect(await bobApp.open(url) == "The recipe, to read")
        #expect(device.signed.count == 1)

        // A device that has no proof opens it too, since the account has access.
        let laptop = Device([highlight])
        let onLaptop = app(on: laptop)
        onLaptop.signedIn(as: "bob", to: server)
        #expect(await onLaptop.open(url) == "The recipe, to read")
        #expect(laptop.signed.isEmpty)

        bobApp.edited(collaboration)
        try await bobApp.mentioned("bob", in: collaboration)
        #expect(await bobApp.signOut() == 0)
        #expect(device.posted.map(\.kind) == [.change(.edit), .mention(.identity(invitation.identity))])

        // While nobody is signed in an action fails at once.
        let other = app(on: Device())
        other.nobodySignedIn()
        let late = SWStartCollaborationAction(metadata)
        system.actionHandler?.collaborationCoordinator(system, handle: late)
        #expect(await late.completion() == .failed)
        withExtendedLifetime((alice, onLaptop, other)) {}
    }

    @Test("A link that the server does not make is not asked for")
    @MainActor
    func otherLink() async throws {
        let carol = app(on: Device())
        carol.signedIn(as: "carol", to: server)
        let url = try #require(URL(string: "https://other.example/doc-42"))
        #expect(await carol.open(url) == "Try again later: the link is not one of the server's")
    }

    @Test("An app whose device has no proof yet sends none, and tries later")
    @MainActor
    func noProof() async throws {
        let bob = app(on: Device([samples.highlight]))
        bob.signedIn(as: "bob", to: server)
        #expect(await bob.open(samples.url) == "Try again later: this device has no proof of the invitation yet")
    }
}

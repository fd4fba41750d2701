import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import RecipeApp
import Testing

@testable import SharedWithYouBridge
@testable import SharedWithYouCore

@Suite("An app on Apple's classes")
struct RecipeAppTests {
    /// The app's server, as the app of one account reaches it.
    private struct Server: RecipeServer {
        let url: URL
        let collaborations: Collaborations
        let account: AccountIdentifier

        /// The account that challenges are issued for; an attacker's in one test.
        var challenged: AccountIdentifier?

        func start(_ request: StartRequest) async throws -> StartResponse {
            #expect(request.localIdentifier == "recipes-7" && request.selectedOptions == ["read"])
            try await collaborations.start("doc-42", with: request, offering: Recipe.options(), by: account)
            return StartResponse(collaborationIdentifier: "doc-42", url: url)
        }

        func apply(_ update: ParticipantsUpdate) async throws {
            try await collaborations.apply(update, to: update.collaborationIdentifier, by: account)
        }

        func canOpen(_ url: URL) async throws -> Bool {
            try await collaborations.access(of: account, to: "doc-42") != nil
        }

        func challenge(for collaboration: CollaborationIdentifier) async throws -> ChallengeMessage {
            try collaborations.challenge(for: collaboration, account: challenged ?? account)
        }

        func admit(_ answer: IdentityProofAnswer, to collaboration: CollaborationIdentifier) async throws {
            try await collaborations.admit(answer, as: account, to: collaboration)
        }
    }

    private let collaborations = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey())
    private let samples: Samples

    init() throws { samples = try Samples() }

    private func server(of account: AccountIdentifier, challenging challenged: AccountIdentifier? = nil) -> Server {
        Server(url: samples.url, collaborations: collaborations, account: account, challenged: challenged)
    }

    @Test("A recipe is shared, opened by an invited device and edited, with real signatures")
    @MainActor
    func lifecycle() async throws {
        let setup = SharingSetup(coordinator: CollaborationCoordinator())
        setup.signIn("alice", to: server(of: "alice"))
        let draft = try Recipe(identifier: "recipes-7", title: "Baking Recipes").draft(sharedBy: "alice")

        // The system's part: the person selects an option, and the actions follow.
        let metadata = SWCollaborationMetadata(draft)
        metadata.userSelectedShareOptions = metadata.defaultShareOptions
        let permission = metadata.userSelectedShareOptions?.optionsGroups.first
        (permission as? SWCollaborationOptionsPickerGroup)?.selectedOptionIdentifier = "read"
        let system = SWCollaborationCoordinator.shared
        let start = SWStartCollaborationAction(metadata)
        system.actionHandler?.collaborationCoordinator(system, handle: start)
        let identifier = SWCollaborationIdentifier("doc-42")
        #expect(await start.completion() == .fulfilledUsing(samples.url, identifier))

        let update = SWUpdateCollaborationParticipantsAction(
            SWCollaborationMetadata(collaborationIdentifier: identifier),
            added: [SWPerson.Identity(samples.identity.identity)]
        )
        system.actionHandler?.collaborationCoordinator(system, handle: update)
        #expect(await update.completion() == .fulfilled)

        // Bob's part.
        let device = samples.device
        let center = SystemHighlightCenter(DeviceCenter(device))
        let bob = RecipeSharing(server: server(of: "bob"), center: center, account: "bob")
        #expect(try await bob.open(samples.url) == .open)
        #expect(try await collaborations.access(of: "bob", to: "doc-42")?.allows("read") == true)
        #expect(device.signed.count == 1)

        // A device that has no proof opens it too, since the account has access.
        let laptop = Device([samples.highlight])
        let another = SystemHighlightCenter(DeviceCenter(laptop))
        let onLaptop = RecipeSharing(server: server(of: "bob"), center: another, account: "bob")
        #expect(try await onLaptop.open(samples.url) == .open)
        #expect(laptop.signed.isEmpty)

        let highlight = try await center.collaborationHighlight(for: samples.url)
        bob.didEdit(highlight)
        bob.didMention(samples.identity.identity, in: highlight)
        #expect(device.posted.map(\.kind) == [.change(.edit), .mention(.identity(samples.identity.identity))])

        // While nobody is signed in an action is failed at once.
        setup.signOut()
        let late = SWStartCollaborationAction(metadata)
        system.actionHandler?.collaborationCoordinator(system, handle: late)
        #expect(await late.completion() == .failed)
        withExtendedLifetime(setup) {}
    }

    @Test("A device does not sign a challenge that was issued for another account")
    func foreignChallenge() async throws {
        let device = samples.device
        let bob = RecipeSharing(
            server: server(of: "bob", challenging: "mallory"),
            center: SystemHighlightCenter(DeviceCenter(device)),
            account: "bob"
        )
        #expect(try await bob.open(samples.url) == .needsInvitation)
        #expect(device.signed.isEmpty)
    }

    @Test("A link that the system does not know needs an invitation")
    func forwardedLink() async throws {
        let center = SystemHighlightCenter(DeviceCenter(Device([])))
        let carol = RecipeSharing(server: server(of: "carol"), center: center, account: "carol")
        #expect(try await carol.open(samples.url) == .needsInvitation)
    }

    @Test("An app whose device has no proof yet sends none, and tries later")
    func noProof() async throws {
        let bob = RecipeSharing(
            server: server(of: "bob"),
            center: SystemHighlightCenter(DeviceCenter(Device([samples.highlight]))),
            account: "bob"
        )
        #expect(try await bob.open(samples.url) == .tryLater)
    }
}

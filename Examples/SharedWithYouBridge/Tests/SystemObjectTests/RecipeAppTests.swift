import CollaborationModels
import CollaborationCore
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
        let access: CollaborationAccess
        let account: AccountIdentifier

        /// The account that challenges are issued for; an attacker's in one test.
        var challenged: AccountIdentifier?

        func startCollaboration(
            of recipe: LocalCollaborationIdentifier,
            selectedOptions: [String]
        ) async throws -> (url: URL, identifier: CollaborationIdentifier) {
            #expect(recipe == "recipes-7" && selectedOptions == ["read", "mentions"])
            return (url, "doc-42")
        }

        func apply(_ update: ParticipantsUpdate) async throws { _ = try await access.apply(update) }

        func challenge(for collaboration: CollaborationIdentifier) async throws -> Data {
            access.challenge(for: collaboration, account: challenged ?? account)
        }

        func admit(
            _ answer: IdentityProofAnswer,
            to collaboration: CollaborationIdentifier
        ) async throws {
            try await access.admit(answer.proof, answering: answer.challenge, as: account, to: collaboration)
        }
    }

    private let access: CollaborationAccess
    private let samples: Samples

    init() throws {
        samples = try Samples()
        access = CollaborationAccess(
            store: InMemoryCollaborationStore(),
            challenges: try ChallengeAuthority(key: ChallengeKey())
        )
    }

    private func server(
        of account: AccountIdentifier,
        challenging challenged: AccountIdentifier? = nil
    ) -> Server {
        Server(url: samples.url, access: access, account: account, challenged: challenged)
    }

    @Test("A recipe is shared, opened by an invited device and edited, with real signatures")
    @MainActor
    func lifecycle() async throws {
        let setup = SharingSetup(
            server: server(of: "alice"),
            account: "alice",
            coordinator: CollaborationCoordinator()
        )
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
        #expect(try await access.access(of: "bob", to: "doc-42") == nil)
        let highlight = try await bob.open(samples.url)
        #expect(try await access.access(of: "bob", to: "doc-42") != nil)

        bob.didEdit(highlight)
        bob.didMention(samples.identity.identity, in: highlight)
        #expect(
            device.posted.map(\.kind) == [.change(.edit), .mention(.identity(samples.identity.identity))]
        )
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
        await #expect(throws: OpeningError.challengeForAnotherAccount) { try await bob.open(samples.url) }
        #expect(device.signed.isEmpty)
    }

    @Test("An app whose device has no proof yet sends none")
    func noProof() async throws {
        let bob = RecipeSharing(
            server: server(of: "bob"),
            center: SystemHighlightCenter(DeviceCenter(Device([samples.highlight]))),
            account: "bob"
        )
        await #expect(throws: OpeningError.noProofYet) { try await bob.open(samples.url) }
    }
}

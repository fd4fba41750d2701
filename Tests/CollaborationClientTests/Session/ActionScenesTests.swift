import CollaborationClient
import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Actions, in the simulated Messages", .timeLimit(.minutes(1)))
struct ActionScenes {
    let scene: Scene
    let conversation: SimulatedConversation
    let disk = SimulatedDisk()

    init() throws {
        scene = try Scene()
        conversation = scene.messages.conversation(among: [.alice, .bob])
    }

    /// Alice's app, and what she has sent to Bob, who has opened it.
    private func sharing() async throws -> (sender: SharingSession, sent: StartedCollaboration) {
        let sender = scene.app(of: .alice, as: "alice", disk: disk)
        let sent = try await conversation.send(scene.draft(), from: .alice)
        #expect(isOpen(await scene.app(of: .bob, as: "bob").open(sent.url)))
        return (sender, sent)
    }

    @Test("A removal while the sender is offline is kept, and sent when the network is back")
    func offline() async throws {
        let (sender, sent) = try await sharing()
        scene.network.set(.isDown)
        #expect(await conversation.remove(.bob).isEmpty)
        #expect(try await scene.access(of: "bob", to: sent) != nil)
        #expect(await sender.removals.count == 1)
        scene.network.set(.works)
        await sender.deliver()
        #expect(try await scene.access(of: "bob", to: sent) == nil)
        #expect(await sender.removals.isEmpty)
    }

    @Test(
        "A removal that waits is sent again when the app becomes active",
        arguments: ["UIApplicationDidBecomeActiveNotification", "NSApplicationDidBecomeActiveNotification"]
    )
    func becomesActive(name: String) async throws {
        let notifications = NotificationCenter()
        _ = try await sharing()
        let sender = scene.app(of: .alice, as: "alice", disk: disk, notifications: notifications)
        scene.network.set(.isDown)
        #expect(await conversation.remove(.bob).isEmpty)
        let count = scene.network.requests.count
        notifications.post(name: Notification.Name(name), object: nil)
        await eventually { scene.network.requests.count > count }
        withExtendedLifetime(sender) {}
    }

    @Test("The app may be ended at any write: whoever was to be removed is removed, or Messages knows that it failed")
    func killed() async throws {
        var writes = 0
        var isOver = false
        while !isOver {
            let scene = try Scene()
            let disk = SimulatedDisk()
            let conversation = scene.messages.conversation(among: [.alice, .bob])
            let sender = scene.app(of: .alice, as: "alice", disk: disk)
            let sent = try await conversation.send(scene.draft(), from: .alice)
            #expect(isOpen(await scene.app(of: .bob, as: "bob").open(sent.url)))
            scene.network.set(.isDown)
            disk.end(after: writes)
            let failures = await conversation.remove(.bob)
            isOver = !disk.isEnded
            withExtendedLifetime(sender) {}
            scene.network.set(.works)
            let next = scene.app(of: .alice, as: "alice", disk: disk)
            await next.deliver()
            let access = try await scene.access(of: "bob", to: sent)
            #expect(access == nil || !failures.isEmpty)
            writes += 1
        }
        #expect(writes > 1)
    }

    @Test(
        "A document that is shared again keeps its collaboration and link, and whoever is removed has no access by either"
    )
    func sharedAgain() async throws {
        let (sender, sent) = try await sharing()
        let others = scene.messages.conversation(among: [.alice, .carol])
        let again = try await others.send(sent.collaborationMetadata.transferItem, from: .alice)
        #expect(again.collaborationIdentifier == sent.collaborationIdentifier && again.url == sent.url)
        #expect(isOpen(await scene.app(of: .carol, as: "carol").open(again.url)))
        await conversation.remove(.bob)
        #expect(await scene.app(of: .bob, as: "bob").open(again.url) == .needsInvitation)
        withExtendedLifetime(sender) {}
    }

    @Test("A participant who shares on is refused")
    func participantSharesOn() async throws {
        let sender = scene.app(of: .alice, as: "alice", disk: disk)
        let sent = try await conversation.send(scene.draft(), from: .alice)
        let app = scene.app(of: .bob, as: "bob")
        #expect(isOpen(await app.open(sent.url)))
        let others = scene.messages.conversation(among: [.bob, .carol])
        await #expect(throws: ActionError.failed) {
            try await others.send(sent.collaborationMetadata.transferItem, from: .bob)
        }
        withExtendedLifetime((sender, app)) {}
    }

    @Test("A start whose answer was lost is sent again, and makes one collaboration")
    func lostStart() async throws {
        let sender = scene.app(of: .alice, as: "alice", disk: disk)
        scene.network.set(.losesAnswers, for: ["start"])
        let conversation = conversation
        let scene = scene
        let sending = Task { try await conversation.send(scene.draft(), from: .alice) }
        await eventually { scene.network.requests.count >= 1 }
        scene.network.set(.works)
        let result = await sending.result
        #expect(scene.network.requests.count { $0 == "start" } == 2)
        #expect(try await scene.collaborations.list(of: "alice").count == 1)
        if case .failure(let error) = result { #expect(error as? ActionError == .failed) }
        withExtendedLifetime(sender) {}
    }

    @Test("An addition that is under way when its session ends fails, and the events of the session end")
    func additionWhileSessionEnds() async throws {
        var sender: SharingSession?
        (sender, _) = try await sharing()
        let events = try #require(sender?.events)
        scene.network.hold()
        let conversation = conversation
        let adding = Task { await conversation.add(.carol) }
        let scene = scene
        await eventually { scene.network.heldCount == 1 }
        sender = nil
        #expect(await Array(adding.value.values) == [.failed])
        for await _ in events {}
        scene.network.release()
        #expect(sender == nil)
    }

    @Test("A removal that is under way when its session ends counts as done, and the next session sends it")
    func removalWhileSessionEnds() async throws {
        var sender: SharingSession?
        let sent: StartedCollaboration
        (sender, sent) = try await sharing()
        scene.network.hold()
        let conversation = conversation
        let removing = Task { await conversation.remove(.bob) }
        let scene = scene
        await eventually { scene.network.heldCount == 1 }
        sender = nil
        #expect(await removing.value.isEmpty)
        scene.network.release()
        let next = scene.app(of: .alice, as: "alice", disk: disk)
        await next.deliver()
        #expect(try await scene.access(of: "bob", to: sent) == nil)
        #expect(sender == nil)
    }

    @Test("A removal is fulfilled at the deadline, and a later answer deletes it")
    func lateAnswer() async throws {
        let (sender, sent) = try await sharing()
        scene.network.hold()
        let (conversation, scene) = (conversation, scene)
        let removing = Task { await conversation.remove(.bob) }
        await eventually { scene.network.heldCount == 1 }
        scene.messages.clock.advance(by: .seconds(8))
        #expect(await removing.value.isEmpty)
        scene.network.release()
        await sender.deliver()
        #expect(disk.files.keys.allSatisfy { !$0.hasPrefix("removal/") })
        #expect(try await scene.access(of: "bob", to: sent) == nil)
    }

    @Test("A session waits as long as the longest deadline says, on the clock of the system too")
    func longestDeadline() async throws {
        let center = scene.messages.highlightCenter(of: .alice, on: SimulatedPerson.alice.devices[0])
        let sender = SharingSession(center: center, storage: disk.storage, deadline: .seconds(Int64.max))
        let action = StartCollaborationAction(collaborationMetadata: try Scene.metadata("recipe-7"))
        sender.collaborationCoordinator(.shared, handle: action)
        try await Task.sleep(for: .milliseconds(50))
        #expect(action.state == .pending)
        sender.signIn(as: "alice", to: scene.network)
        #expect(try await action.outcome().url.host() == "recipes.example")
    }

    @Test("A removal does not wait for the update before it")
    func removalOvertakes() async throws {
        let (sender, sent) = try await sharing()
        scene.network.hold()
        let (conversation, scene) = (conversation, scene)
        let adding = Task { await conversation.add(.carol) }
        await eventually { scene.network.heldCount == 1 }
        let removing = Task { await conversation.remove(.bob) }
        await eventually { scene.network.heldCount == 2 }
        scene.network.release()
        #expect(await removing.value.isEmpty)
        #expect(await adding.value.isEmpty)
        #expect(try await scene.access(of: "bob", to: sent) == nil)
        withExtendedLifetime(sender) {}
    }

    @Test("A server that says until when it is busy is asked again then, also if the device's clock was set meanwhile")
    func busy() async throws {
        let (sender, sent) = try await sharing()
        // The session has the time of the scene, and the server's answer that of the device.
        scene.network.set(.fails(.later(Date(timeIntervalSinceNow: 300))), for: ["apply"])
        #expect(await conversation.remove(.bob).isEmpty)
        scene.network.set(.works)
        let start = scene.messages.clock.date
        try await scene.passingTime {
            while try await scene.access(of: "bob", to: sent) != nil { await Task.yield() }
        }
        #expect((100...400).contains(scene.messages.clock.date.timeIntervalSince(start)))
        withExtendedLifetime(sender) {}
    }

    @Test("A removal that is refused by what gives no challenge, such as a proxy, is kept", arguments: refusals)
    func proxy(_ refusal: SharingServerError) async throws {
        let (sender, sent) = try await sharing()
        scene.network.set(.fails(refusal))
        #expect(await conversation.remove(.bob).isEmpty)
        #expect(await sender.removals.map(\.refusal) == [nil])
        scene.network.set(.works)
        await sender.deliver()
        #expect(try await scene.access(of: "bob", to: sent) == nil)
    }

    @Test(
        "A removal that the server refuses, and issues a challenge, is given up until the app tries again",
        arguments: refusals
    )
    func givenUp(_ refusal: SharingServerError) async throws {
        let (sender, sent) = try await sharing()
        scene.network.set(.fails(refusal), for: ["apply"])
        #expect(await !conversation.remove(.bob).isEmpty)
        let removal = try #require(await sender.removals.first { $0.refusal != nil })
        scene.network.set(.works)
        await sender.deliver()
        #expect(try await scene.access(of: "bob", to: sent) != nil)
        await sender.tryAgain(removal)
        await sender.deliver()
        #expect(try await scene.access(of: "bob", to: sent) == nil)
        #expect(await sender.removals.isEmpty)
    }

    @Test("A removal that the server refuses is gone when the app acknowledges it, and the person keeps access")
    func acknowledged() async throws {
        let (sender, sent) = try await sharing()
        scene.network.set(.fails(.refused), for: ["apply"])
        #expect(await !conversation.remove(.bob).isEmpty)
        await sender.acknowledge(try #require(await sender.removals.first))
        #expect(await sender.removals.isEmpty)
        #expect(try await scene.access(of: "bob", to: sent) != nil)
    }

    @Test("A start fails whose link the system does not take")
    func otherLink() async throws {
        let sender = scene.app(of: .alice)
        sender.signIn(as: "alice", to: LocalSharingServer(scene.collaborations, link: "http://recipes.example/d/"))
        let action = StartCollaborationAction(collaborationMetadata: try Scene.metadata("recipe-7"))
        sender.collaborationCoordinator(.shared, handle: action)
        await #expect(throws: ActionError.failed) { try await action.outcome() }
    }

    private static let refusals = [SharingServerError.refused, .malformed]

    @Test("An action that the system delivers twice is carried out once, and completed both times")
    func deliveredTwice() async throws {
        let (sender, sent) = try await sharing()
        let metadata = CollaborationMetadata(collaborationIdentifier: sent.collaborationIdentifier)
        let (coordinator, id) = (scene.messages.coordinator(of: .alice), UUID())
        let identity = try Person.Identity(rootHash: Data(repeating: 1, count: 32))
        let count = scene.network.requests.count
        scene.network.hold()
        let deliveries = try (1...2).map { _ in
            let action = try UpdateCollaborationParticipantsAction(
                collaborationMetadata: metadata,
                addedIdentities: [],
                removedIdentities: [identity],
                uuid: id
            )
            return Task { try await coordinator.perform(action) }
        }
        await eventually { scene.network.heldCount == 1 && coordinator.underWayCount == 2 }
        _ = await sender.removals
        scene.network.release()
        for delivery in deliveries { try await delivery.value }
        #expect(scene.network.requests.count == count + 1)
        #expect(await sender.removals.isEmpty)
    }

    @Test("A token of another account keeps the removal, and asks for a sign-in")
    func otherToken() async throws {
        let (sender, sent) = try await sharing()
        var wrong = scene.network
        wrong.token = "eve"
        sender.signIn(as: "alice", to: wrong)
        #expect(await conversation.remove(.bob).isEmpty)
        #expect(await sender.removals.map(\.refusal) == [nil])
        sender.signIn(as: "alice", to: scene.network)
        await sender.deliver()
        #expect(try await scene.access(of: "bob", to: sent) == nil)
    }
}

import CollaborationClient
import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

extension SimulatedPerson {
    static let alice = SimulatedPerson("Alice")
    static let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
    static let carol = SimulatedPerson("Carol")
}

private func isOpen(_ opening: Opening) -> Bool {
    if case .open = opening { true } else { false }
}

@Suite("Opening a link, in the simulated Messages", .timeLimit(.minutes(1)))
struct OpeningScenes {
    let scene: Scene
    let conversation: SimulatedConversation
    let sender: SharingSession

    /// What Alice has sent to Bob.
    let sent: StartedCollaboration

    init() async throws {
        scene = try Scene()
        conversation = scene.messages.conversation(among: [.alice, .bob])
        sender = scene.app(of: .alice, as: "alice")
        sent = try await conversation.send(scene.draft(), from: .alice)
    }

    @Test("Somebody who was invited proves it once, comes back without a proof, and gets in on a second device")
    func comesBack() async throws {
        let app = scene.app(of: .bob, as: "bob")
        let read = Opening.open(AccessAnswer(isOwner: false, permittedOptions: ["read"]))
        #expect(await app.open(sent.url) == read)
        #expect(await app.open(sent.url) == read)
        let secondDevice = scene.app(of: .bob, as: "bob", on: 1)
        #expect(await secondDevice.open(sent.url) == read)
        #expect(scene.network.requests.count { $0 == "admit" } == 1)
    }

    @Test("Another account on the same device needs an invitation of its own")
    func otherAccount() async throws {
        let app = scene.app(of: .bob, as: "bob")
        #expect(isOpen(await app.open(sent.url)))
        app.signIn(as: "robert", to: scene.network)
        #expect(await app.open(sent.url) == .needsInvitation)
    }

    @Test("A device without a proof is told to try later, and gets in when it has one")
    func noProofThenProof() async throws {
        #expect(await scene.app(of: .bob, as: "bob", signing: .noProofYet).open(sent.url) == .tryLater(.noProofYet))
        #expect(isOpen(await scene.app(of: .bob, as: "bob").open(sent.url)))
    }

    @Test("Somebody who is removed needs an invitation, and gets in by a new one")
    func removedAndInvitedAgain() async throws {
        let app = scene.app(of: .bob, as: "bob")
        #expect(isOpen(await app.open(sent.url)))
        await conversation.remove(.bob)
        #expect(await app.open(sent.url) == .needsInvitation)
        await conversation.add(.bob)
        #expect(isOpen(await app.open(sent.url)))
    }

    @Test("A link that was forwarded needs an invitation, after a wait for Messages to index it")
    func forwarded() async throws {
        let app = scene.app(of: .carol, as: "carol")
        #expect(try await scene.passingTime { await app.open(sent.url) } == .needsInvitation)
    }

    @Test("A link that Messages has not indexed is looked up again when it has")
    func indexedLater() async throws {
        let app = scene.app(of: .carol, as: "carol")
        async let opening = app.open(sent.url)
        await eventually { scene.messages.clock.sleeperCount > 0 }
        await conversation.add(.carol)
        #expect(isOpen(await opening))
    }

    @Test("The late answer of an opening that was given up does not end the next one")
    func lateOpening() async throws {
        let app = scene.app(of: .bob, as: "bob")
        let url = sent.url
        scene.network.set(.fails(.refused))
        scene.network.hold()
        let first = Task { await app.open(url) }
        await eventually { scene.network.heldCount == 1 }
        scene.messages.clock.advance(by: .seconds(30))
        #expect(await first.value == .tryLater(.failed))
        scene.network.set(.works)
        let second = Task { await app.open(url) }
        await eventually { scene.network.heldCount == 2 }
        scene.network.release()
        #expect(isOpen(await second.value))
    }

    @Test("A link that came with more than was sent opens what Messages knows", arguments: ["?from=mail", "#top", "/"])
    func longerLink(_ end: String) async throws {
        let app = scene.app(of: .bob, as: "bob")
        #expect(isOpen(await app.open(try #require(URL(string: sent.url.absoluteString + end)))))
    }

    @Test("A link of another form asks the server for nothing")
    func notALink() async throws {
        let app = scene.app(of: .bob, as: "bob")
        for text in [
            "https://recipes.example/d/", "https://recipes.example/d/a/b", "https://other.example/d/x", "about:blank",
        ] {
            #expect(await app.open(try #require(URL(string: text))) == .tryLater(.notALink))
        }
        #expect(scene.network.requests == ["start", "apply"])
    }

    @Test("A link before the sign-in is opened after it, and what came of it is an event")
    func linkBeforeSignIn() async throws {
        let disk = SimulatedDisk()
        let app = scene.app(of: .bob, disk: disk)
        app.noAccount()
        #expect(await app.open(sent.url) == .signIn)
        // The app is ended and launched again meanwhile.
        let next = scene.app(of: .bob, as: "bob", disk: disk)
        for await event in next.events {
            guard case .opened(let url, let opening) = event else { continue }
            #expect(url == sent.url && isOpen(opening))
            break
        }
    }

    @Test("What happens after a reader of the events was canceled is there for the next one")
    func canceledReader() async throws {
        let app = scene.app(of: .bob)
        let events = app.events
        let reader = Task { for await _ in events {} }
        reader.cancel()
        await reader.value
        app.noAccount()
        #expect(await app.open(sent.url) == .signIn)
        app.signIn(as: "bob", to: scene.network)
        var next = app.events.makeAsyncIterator()
        guard case .opened(sent.url, let opening)? = await next.next() else {
            Issue.record("The link that was kept is the next event.")
            return
        }
        #expect(isOpen(opening))
    }

    @Test("Every reader has all events")
    func twoReaders() async throws {
        let app = scene.app(of: .bob)
        var readers = [app.events.makeAsyncIterator(), app.events.makeAsyncIterator()]
        app.noAccount()
        #expect(await app.open(sent.url) == .signIn)
        app.signIn(as: "bob", to: scene.network)
        for index in readers.indices { #expect(await readers[index].next() != nil) }
    }

    @Test("A proof whose answer was lost is not sent again: the server is asked for access")
    func lostAdmission() async throws {
        let app = scene.app(of: .bob, as: "bob")
        scene.network.set(.losesAnswers, for: ["admit"])
        #expect(isOpen(await app.open(sent.url)))
        #expect(scene.network.requests.count { $0 == "admit" } == 1)
    }

    @Test(
        "Each error of the server has its result of opening a link",
        arguments: [
            (SharingServerError.noNetwork, Opening.tryLater(.noNetwork)), (.notSignedIn, .signIn),
            (.later(nil), .tryLater(.busy(until: nil))), (.unexpected(status: 500), .tryLater(.failed)),
            (.malformed, .tryLater(.failed)), (.refused, .needsInvitation),
        ]
    )
    func failures(_ error: SharingServerError, _ expected: Opening) async throws {
        let app = scene.app(of: .bob, as: "bob")
        scene.network.set(.fails(error))
        #expect(await app.open(sent.url) == expected)
    }
}

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

    @Test("A removal that waits is sent again by itself")
    func byItself() async throws {
        let (sender, sent) = try await sharing()
        scene.network.set(.isDown)
        #expect(await conversation.remove(.bob).isEmpty)
        scene.network.set(.works)
        try await scene.passingTime {
            while try await scene.access(of: "bob", to: sent) != nil { await Task.yield() }
        }
        withExtendedLifetime(sender) {}
    }

    @Test(
        "A removal that waits is sent again when the app becomes active",
        arguments: ["UIApplicationDidBecomeActiveNotification", "NSApplicationDidBecomeActiveNotification"]
    )
    func becomesActive(name: String) async throws {
        let notifications = NotificationCenter()
        _ = try await sharing()
        let sender = scene.app(of: .alice, disk: disk, notifications: notifications)
        sender.signIn(as: "alice", to: scene.network)
        scene.network.set(.isDown)
        #expect(await conversation.remove(.bob).isEmpty)
        let count = scene.network.requests.count
        notifications.post(name: Notification.Name(name), object: nil)
        await eventually { scene.network.requests.count > count }
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
            // Without a single write the app was ended before it could keep anything.
            #expect(access == nil || !failures.isEmpty || writes == 0)
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

    @Test("A start that is sent again when its collaboration is forgotten makes another one")
    func forgottenStart() async throws {
        let server = LocalSharingServer(scene.collaborations)
        let start = SharingRequest.start(StartRequest(idempotencyKey: UUID(), selectedOptions: ["write"]))
        let first = try await server.respond(to: start, as: "alice")
        #expect(try await server.respond(to: start, as: "alice") == first)
        for document in try await scene.collaborations.list(of: "alice") {
            try await scene.collaborations[document].forget()
        }
        #expect(try await server.respond(to: start, as: "alice") != first)
    }

    @Test("An action that is under way when its session ends fails")
    func sessionEnds() async throws {
        var sender: SharingSession? = scene.app(of: .alice, as: "alice", disk: disk)
        scene.network.hold()
        let (conversation, scene) = (conversation, scene)
        let sending = Task { try await conversation.send(scene.draft(), from: .alice) }
        await eventually { scene.network.heldCount == 1 }
        sender = nil
        await #expect(throws: ActionError.failed) { try await sending.value }
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

    @Test("A removal that the server refuses, and issues a challenge, is given up", arguments: refusals)
    func givenUp(_ refusal: SharingServerError) async throws {
        let (sender, _) = try await sharing()
        scene.network.set(.fails(refusal), for: ["apply"])
        #expect(await !conversation.remove(.bob).isEmpty)
        #expect(await sender.removals.count { $0.refusal != nil } == 1)
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

@Suite("Notices and what is not kept, in the simulated Messages", .timeLimit(.minutes(1)))
struct NoticeScenes {
    let scene: Scene
    let conversation: SimulatedConversation

    init() throws {
        scene = try Scene()
        conversation = scene.messages.conversation(among: [.alice, .bob])
    }

    private func notices(of person: SimulatedPerson) -> [String] {
        conversation.thread(of: person).map(\.description).filter { $0.contains("edited") || $0.contains("mentioned") }
    }

    @Test("Three edits before Messages knows the link are one notice that waits, over launches")
    func threeEdits() async throws {
        let disk = SimulatedDisk()
        for _ in 1...2 {
            let app = scene.app(of: .bob, as: "bob", disk: disk)
            for _ in 1...3 { app.post(.change(.edit), in: "doc-42") }
            _ = await app.removals
        }
        #expect(disk.files.keys.filter { $0.hasPrefix("notice/") }.count == 1)
    }

    @Test("A notice is posted when Messages knows the link, and once, over launches")
    func late() async throws {
        let sender = scene.app(of: .alice, as: "alice")
        let sent = try await conversation.send(scene.draft(), from: .alice)
        let disk = SimulatedDisk()
        var app = scene.app(of: .carol, as: "carol", disk: disk)
        for _ in 1...3 { app.post(.change(.edit), in: sent.collaborationIdentifier) }
        _ = await app.removals
        #expect(notices(of: .alice).isEmpty)
        await conversation.add(.carol)
        await eventually { !notices(of: .alice).isEmpty }
        #expect(disk.files.keys.allSatisfy { !$0.hasPrefix("notice/") })
        app = scene.app(of: .carol, as: "carol", disk: disk)
        _ = await app.removals
        #expect(notices(of: .alice).count == 1)
        app.post(.change(.edit), in: sent.collaborationIdentifier)
        await eventually { notices(of: .alice).count == 2 }
        withExtendedLifetime(sender) {}
    }

    @Test("A mention reaches the person who has proven an identity, and nobody else")
    func mention() async throws {
        await conversation.add(.carol)
        let sender = scene.app(of: .alice, as: "alice")
        let sent = try await conversation.send(scene.draft(), from: .alice)
        for (person, account) in [(.bob, "bob"), (.carol, "carol")] as [(SimulatedPerson, AccountIdentifier)] {
            #expect(isOpen(await scene.app(of: person, as: account).open(sent.url)))
        }
        try await sender.mention("bob", in: sent.collaborationIdentifier)
        try await sender.mention("nobody", in: sent.collaborationIdentifier)
        await eventually { !notices(of: .bob).isEmpty }
        #expect(notices(of: .bob).count == 1 && notices(of: .carol).isEmpty)
    }

    @Test("A list that another account has signed in during is shown to nobody")
    func listOfAnotherAccount() async throws {
        let app = scene.app(of: .alice, as: "alice")
        _ = try await conversation.send(scene.draft(), from: .alice)
        scene.network.hold()
        let list = Task { try await app.list() }
        while scene.network.heldCount == 0 { await Task.yield() }
        app.signIn(as: "eve", to: scene.network)
        scene.network.release()
        await #expect(throws: SharingServerError.notSignedIn) { try await list.value }
    }

    @Test("A participant leaves, the owner ends, and each sees what it is in")
    func leaveAndEnd() async throws {
        let sender = scene.app(of: .alice, as: "alice")
        let sent = try await conversation.send(scene.draft(), from: .alice)
        let app = scene.app(of: .bob, as: "bob")
        #expect(isOpen(await app.open(sent.url)))
        #expect(try await app.list() == [sent.collaborationIdentifier])
        await #expect(throws: SharingServerError.refused) { try await app.end(sent.collaborationIdentifier) }
        try await app.leave(sent.collaborationIdentifier)
        #expect(try await app.list().isEmpty)
        try await sender.end(sent.collaborationIdentifier)
        #expect(try await sender.list().isEmpty)
        await sender.signOut()
        await #expect(throws: SharingServerError.notSignedIn) { try await sender.list() }
    }
}

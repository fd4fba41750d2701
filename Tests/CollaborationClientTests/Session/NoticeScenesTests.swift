import CollaborationClient
import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

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

    @Test("A notice is deleted before it is posted, so that it never comes twice when the app is ended between")
    func ended() async throws {
        let sender = scene.app(of: .alice, as: "alice")
        let sent = try await conversation.send(scene.draft(), from: .alice)
        let disk = SimulatedDisk()
        var app = scene.app(of: .carol, as: "carol", disk: disk)
        app.post(.change(.edit), in: sent.collaborationIdentifier)
        _ = await app.removals
        disk.end(after: 0)
        await conversation.add(.carol)
        for await event in app.events where event == .storageUnavailable { break }
        #expect(notices(of: .alice).isEmpty)
        app = scene.app(of: .carol, as: "carol", disk: disk)
        await eventually { notices(of: .alice).count == 1 }
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
        // The owner opens the link without a proof.
        #expect(isOpen(await sender.open(sent.url)))
        try await scene.app(of: .bob, as: "bob").mention("alice", in: sent.collaborationIdentifier)
        #expect(scene.network.requests.last == "identities" && notices(of: .alice).isEmpty)
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

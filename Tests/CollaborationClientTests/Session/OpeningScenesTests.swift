import CollaborationClient
import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

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

    @Test("Somebody who was invited proves it once, comes back in two windows without a proof, and on a second device")
    func comesBack() async throws {
        let app = scene.app(of: .bob, as: "bob")
        let read = Opening.open(AccessAnswer(isOwner: false, permittedOptions: ["read"]))
        #expect(await app.open(sent.url) == read)
        scene.network.hold()
        async let oneWindow = app.open(sent.url)
        async let another = app.open(sent.url)
        await eventually { scene.network.heldCount == 1 }
        for _ in 0..<1000 { await Task.yield() }
        scene.network.release()
        #expect(await [oneWindow, another] == [read, read])
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

    @Test("A link that Messages indexes six seconds later is looked up again then", arguments: ["", "/"])
    func indexedLater(_ end: String) async throws {
        let app = scene.app(of: .carol, as: "carol")
        let url = try #require(URL(string: sent.url.absoluteString + end))
        async let opening = app.open(url)
        await eventually { scene.messages.clock.sleeperCount > 0 }
        scene.messages.clock.advance(by: .seconds(6))
        await conversation.add(.carol)
        #expect(isOpen(await opening))
    }

    @Test("A link is found also while the app has no list of highlights yet, as after its launch")
    func noList() async throws {
        let center = Unlisted(center: scene.messages.highlightCenter(of: .bob, on: SimulatedPerson.bob.devices[0]))
        let app = SharingSession(center: center, storage: SimulatedDisk().storage, clock: scene.messages.clock)
        app.signIn(as: "bob", to: scene.network)
        #expect(isOpen(await app.open(sent.url)))
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
        "Each error of the server has its result of opening a link, at each step",
        arguments: [
            (SharingServerError.noNetwork, Opening.tryLater(.noNetwork)), (.notSignedIn, .signIn),
            (.later(nil), .tryLater(.busy(until: nil))), (.unexpected(status: 500), .tryLater(.failed)),
            (.malformed, .tryLater(.failed)), (.refused, .needsInvitation),
        ]
    )
    func failures(_ error: SharingServerError, _ expected: Opening) async throws {
        let app = scene.app(of: .bob, as: "bob")
        for step in ["access", "challenge", "admit"] {
            scene.network.set(.fails(error), for: [step])
            #expect(await app.open(sent.url) == expected, "\(step)")
        }
    }
}

/// A highlight center whose list has not come.
private struct Unlisted: HighlightCenter {
    let center: any HighlightCenter
    let highlights: [Highlight] = []
    let highlightUpdates = AsyncStream<[Highlight]> { nil }

    func highlight(for url: URL) async throws(HighlightCenterError) -> Highlight {
        try await center.highlight(for: url)
    }

    func collaborationHighlight(for url: URL) async throws(HighlightCenterError) -> CollaborationHighlight {
        try await center.collaborationHighlight(for: url)
    }

    func collaborationHighlight(
        forIdentifier _: CollaborationIdentifier
    ) throws(HighlightCenterError) -> CollaborationHighlight { throw .invalidURL }

    func signedIdentityProof(
        for highlight: CollaborationHighlight,
        using data: Data
    ) async throws(HighlightCenterError) -> Person.SignedIdentityProof {
        try await center.signedIdentityProof(for: highlight, using: data)
    }

    func postNotice(for _: any HighlightEvent) {}
    func clearNotices(for _: CollaborationHighlight) {}
}

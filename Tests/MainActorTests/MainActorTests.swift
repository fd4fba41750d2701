import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

// Compiled with the main actor as the default isolation, as Xcode makes new apps. The protocols are Sendable, so a class
// that conforms to one says @MainActor itself, and none of its async methods has to.
/// An app that asks its server in the process.
@MainActor
final class App: CollaborationActionHandler {
    let document: Collaboration

    init(offering options: CollaborationShareOptions) {
        document = Collaborations(store: Store(), key: ChallengeKey(), offering: options)["doc-42"]
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) async {
        MainActor.assertIsolated()
        do {
            try await document.start(StartRequest(action), as: "alice")
            let url = try #require(URL(string: "https://example.com"))
            try action.fulfill(using: url, collaborationIdentifier: "doc-42")
        } catch { action.fail() }
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async {}
}

/// A store that is used on the main actor.
@MainActor
final class Store: CollaborationStore {
    let identifier = StoreIdentifier()
    private let memory = InMemoryCollaborationStore()

    func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        MainActor.assertIsolated()
        return await memory.record(of: collaboration)
    }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        MainActor.assertIsolated()
        return await memory.replaceRecord(of: collaboration, version: version, with: record, accounts: accounts)
    }

    func collaborations(
        of account: AccountIdentifier,
        after: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        await memory.collaborations(of: account, after: after, limit: limit)
    }
}

/// A highlight center whose device has no proof.
@MainActor
final class Center: HighlightCenter {
    let highlight: CollaborationHighlight
    init(_ highlight: CollaborationHighlight) { self.highlight = highlight }

    nonisolated var highlights: [Highlight] { [] }
    nonisolated var highlightUpdates: AsyncStream<[Highlight]> { AsyncStream { $0.finish() } }

    func highlight(for url: URL) async throws(HighlightCenterError) -> Highlight { highlight.highlight }

    func collaborationHighlight(for url: URL) async throws(HighlightCenterError) -> CollaborationHighlight {
        MainActor.assertIsolated()
        return highlight
    }

    nonisolated func collaborationHighlight(
        forIdentifier identifier: CollaborationIdentifier
    ) throws(HighlightCenterError) -> CollaborationHighlight { throw .invalidURL }

    func signedIdentityProof(
        for highlight: CollaborationHighlight,
        using data: Data
    ) async throws(HighlightCenterError) -> Person.SignedIdentityProof {
        MainActor.assertIsolated()
        throw .internalError
    }

    nonisolated func postNotice(for event: any HighlightEvent) {}
    nonisolated func clearNotices(for highlight: CollaborationHighlight) {}
}

@Suite("On the main actor")
struct MainActorTests {
    @Test("A handler, a store and a highlight center on the main actor carry out a start action")
    func start() async throws {
        let app = App(offering: try CollaborationShareOptions(optionsGroups: []))
        // So long that nobody runs into it while other tests keep the main actor busy.
        let coordinator = CollaborationCoordinator(timeout: .seconds(600))
        coordinator.actionHandler = app
        let metadata = CollaborationMetadata(localIdentifier: "recipes")
        let action = StartCollaborationAction(collaborationMetadata: metadata)
        let started = try await coordinator.perform(action)
        #expect(try await app.document.access(of: "alice")?.isOwner == true)

        let center = Center(CollaborationHighlight(started, creationDate: Date(timeIntervalSince1970: 0)))
        let highlight = try await center.collaborationHighlight(for: started.url)
        let challenge = try app.document.challenge(as: "bob")
        await #expect(throws: HighlightCenterError.internalError) {
            try await center.answer(challenge, for: highlight, account: "bob")
        }
    }
}

import CollaborationCore
import CollaborationModels
import Foundation
import SharedWithYouBridge
import Synchronization
import Testing

@testable import SharedWithYouCore

@Suite("Action forwarder")
struct SystemActionForwarderTests {
    private let samples = Samples()

    private let system = SWCollaborationCoordinator()

    /// Fulfills all actions, and records the number that each added identity begins with.
    private final class Handler: CollaborationActionHandler {
        private let url: URL
        private let record = Mutex<[Int]>([])
        var added: [Int] { record.withLock(\.self) }

        init(_ url: URL) { self.url = url }

        func collaborationCoordinator(
            _ coordinator: CollaborationCoordinator,
            handle action: StartCollaborationAction
        ) {
            do { try action.fulfill(using: url, collaborationIdentifier: "doc-42") } catch { action.fail() }
        }

        func collaborationCoordinator(
            _ coordinator: CollaborationCoordinator,
            handle action: UpdateCollaborationParticipantsAction
        ) {
            record.withLock {
                $0 += action.addedIdentities.map { Int($0.rootHash[0]) << 8 | Int($0.rootHash[1]) }
            }
            action.fulfill()
        }
    }

    @Test("An action of the system is carried out by the app's handler, and Apple's action is completed")
    func forwarding() async throws {
        let (coordinator, handler) = (CollaborationCoordinator(), Handler(samples.url))
        coordinator.actionHandler = handler
        let forwarder = SystemActionForwarder(to: coordinator)
        system.actionHandler = forwarder

        let start = samples.start
        system.actionHandler?.collaborationCoordinator(system, handle: start)
        let expected = SWAction.Completion.fulfilledUsing(samples.url, SWCollaborationIdentifier("doc-42"))
        #expect(await start.completion() == expected)

        let update = samples.update(adding: 7)
        system.actionHandler?.collaborationCoordinator(system, handle: update)
        #expect(await update.completion() == .fulfilled)
        #expect(handler.added == [7])
    }

    @Test("Updates of one collaboration reach the handler in the order in which the system sent them")
    @MainActor
    func order() async throws {
        let (coordinator, handler) = (CollaborationCoordinator(), Handler(samples.url))
        coordinator.actionHandler = handler
        let forwarder = SystemActionForwarder(to: coordinator)
        let updates = (0..<1_000).map { samples.update(adding: $0) }
        for update in updates { forwarder.collaborationCoordinator(system, handle: update) }
        for update in updates { #expect(await update.completion() == .fulfilled) }
        #expect(handler.added == Array(0..<1_000))
    }

    @Test("An action for which the app has no handler in time fails, and so does Apple's")
    func timeout() async throws {
        let forwarder = SystemActionForwarder(to: CollaborationCoordinator(timeout: .zero))
        let start = samples.start
        forwarder.collaborationCoordinator(system, handle: start)
        #expect(await start.completion() == .failed)
    }

    @Test("An action that breaks a rule fails at once, and the rule is reported")
    func refusal() throws {
        let reported = Reported()
        let forwarder = SystemActionForwarder(to: CollaborationCoordinator()) { reported.append($0) }
        let update = samples.update(count: 31)
        forwarder.collaborationCoordinator(system, handle: update)

        let start = samples.start
        start.collaborationMetadata.userSelectedShareOptions = SWCollaborationShareOptions(
            optionsGroups: [SWCollaborationOptionsGroup(identifier: "empty", options: [])]
        )
        forwarder.collaborationCoordinator(system, handle: start)

        #expect(update.completions == [.failed] && start.completions == [.failed])
        #expect(reported.errors.count == 2)
        #expect(reported.errors.first is MalformedRootHashError)
        #expect(reported.errors.last as? CollaborationOptionsError == .emptyGroup("empty"))
    }

    private final class Reported: Sendable {
        private let record = Mutex<[any Error]>([])
        var errors: [any Error] { record.withLock(\.self) }

        func append(_ error: any Error) { record.withLock { $0.append(error) } }
    }
}

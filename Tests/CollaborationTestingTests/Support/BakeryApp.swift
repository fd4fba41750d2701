import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Synchronization

/// An app with its server in one process, whose answers a test can change.
final class BakeryApp: CollaborationActionHandler {
    enum Behavior: Sendable {
        case answers
        case failsStart
        case failsUpdate
        case holdsStart
        case holdsUpdate
    }

    let server: Collaborations

    private struct State {
        var behavior = Behavior.answers
        var selections: [[String]] = []
        var updates: [ParticipantsUpdate] = []
        var heldStart: StartCollaborationAction?
        var heldUpdate: UpdateCollaborationParticipantsAction?
    }

    private let state = Mutex(State())

    /// What the app does with the actions that it gets from now on.
    var behavior: Behavior {
        get { state.withLock(\.behavior) }
        set { state.withLock { $0.behavior = newValue } }
    }

    /// The options that came with each start action.
    var selections: [[String]] { state.withLock(\.selections) }

    /// The contents of the update actions.
    var updates: [ParticipantsUpdate] { state.withLock(\.updates) }

    init(clock: SimulatedClock) {
        guard let configuration = try? Collaborations.Configuration(clock: { clock.date }) else {
            preconditionFailure("The default settings are in range.")
        }
        server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), configuration: configuration)
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) async {
        let behavior = state.withLock { state in
            state.selections.append(StartRequest(action).selectedOptions)
            if state.behavior == .holdsStart { state.heldStart = action }
            return state.behavior
        }
        switch behavior {
        case .failsStart: action.fail()
        case .holdsStart: break
        default: if (try? await start(action)) == nil { action.fail() }
        }
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async {
        let behavior = state.withLock { state in
            state.updates.append(ParticipantsUpdate(action))
            if state.behavior == .holdsUpdate { state.heldUpdate = action }
            return state.behavior
        }
        switch behavior {
        case .failsUpdate: action.fail()
        case .holdsUpdate: break
        default: if (try? await apply(action)) == nil { action.fail() }
        }
    }

    /// Fulfills the action that was held back, and tells whether that completed it.
    @discardableResult
    func answerHeldAction() async throws -> Bool {
        let (start, update) = state.withLock { state in
            defer { (state.heldStart, state.heldUpdate) = (nil, nil) }
            return (state.heldStart, state.heldUpdate)
        }
        if let start { return try await self.start(start) }
        guard let update else { return false }
        return try await apply(update)
    }

    private func start(_ action: StartCollaborationAction) async throws -> Bool {
        let request = StartRequest(action)
        let collaboration = CollaborationIdentifier("doc-\(request.localIdentifier)")
        let offered = try action.collaborationMetadata.defaultShareOptions ?? .init(optionsGroups: [])
        try await server.start(collaboration, with: request, offering: offered, by: "alice")
        guard let url = URL(string: "https://bakery.example/\(request.localIdentifier)") else { return false }
        return try action.fulfill(with: StartResponse(collaborationIdentifier: collaboration, url: url))
    }

    private func apply(_ action: UpdateCollaborationParticipantsAction) async throws -> Bool {
        try await server.apply(ParticipantsUpdate(action), to: action.collaborationIdentifier, by: "alice")
        return action.fulfill()
    }

    /// Opens a link on a device, as an app does, and asks the server for access.
    @discardableResult
    func open(_ url: URL, with center: some HighlightCenter, as account: AccountIdentifier) async throws -> Admission {
        let highlight = try await center.collaborationHighlight(for: url)
        let collaboration = highlight.collaborationIdentifier
        let challenge = try server.challenge(for: collaboration, account: account)
        let answer = try await center.answer(challenge, for: highlight, account: account)
        return try await server.admit(answer, as: account, to: collaboration)
    }
}

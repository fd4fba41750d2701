import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
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

    /// What the app offers: the options of the action that it got last.
    private let none: CollaborationShareOptions
    private let offered: SharedValue<CollaborationShareOptions>

    private struct State {
        var behavior = Behavior.answers
        var selections: [[OptionIdentifier]] = []
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
    var selections: [[OptionIdentifier]] { state.withLock(\.selections) }

    var updates: [ParticipantsUpdate] { state.withLock(\.updates) }

    init(clock: SimulatedClock) {
        guard let none = try? CollaborationShareOptions(optionsGroups: []) else {
            preconditionFailure("No options break no rule.")
        }
        (self.none, offered) = (none, SharedValue(none))
        guard let configuration = try? Collaborations.Configuration(clock: { clock.date }) else {
            preconditionFailure("The default settings are in range.")
        }
        let offered = offered
        server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), configuration: configuration)
        {
            _ in
            offered.value.withLock { $0 }
        }
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
        let options = action.collaborationMetadata.defaultShareOptions ?? none
        offered.value.withLock { $0 = options }
        try await server[collaboration].start(request, as: "alice")
        guard let url = URL(string: "https://bakery.example/\(request.localIdentifier)") else { return false }
        return try action.fulfill(with: StartResponse(collaborationIdentifier: collaboration, url: url))
    }

    private func apply(_ action: UpdateCollaborationParticipantsAction) async throws -> Bool {
        _ = try await server[action.collaborationIdentifier].apply(ParticipantsUpdate(action), by: .account("alice"))
        return action.fulfill()
    }

    /// Opens a link on a device, as an app does, and asks the server for access.
    @discardableResult
    func open(_ url: URL, with center: some HighlightCenter, as account: AccountIdentifier) async throws -> Change {
        let highlight = try await center.collaborationHighlight(for: url)
        let collaboration = server[highlight.collaborationIdentifier]
        let challenge = try collaboration.challenge(as: account)
        let answer = try await center.answer(challenge, for: highlight, account: account)
        return try await collaboration.admit(answer, as: account)
    }
}

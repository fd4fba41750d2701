import CollaborationModels
import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation

/// An app with its server in one process, whose answers a test can change.
final class BakeryApp: CollaborationActionHandler {
    enum Behavior: Sendable {
        case answers
        case failsStart
        case failsUpdate
        case holdsStart
        case holdsUpdate
    }

    let server: CollaborationAccess

    private struct State {
        var behavior = Behavior.answers
        var selections: [Set<String>] = []
        var updates: [ParticipantsUpdate] = []
        var heldStart: StartCollaborationAction?
        var heldUpdate: UpdateCollaborationParticipantsAction?
    }

    private let state = Locked(State())

    /// What the app does with the actions that it gets from now on.
    var behavior: Behavior {
        get { state.withLock(\.behavior) }
        set { state.withLock { $0.behavior = newValue } }
    }

    /// The options that came with each start action.
    var selections: [Set<String>] { state.withLock(\.selections) }

    /// The contents of the update actions.
    var updates: [ParticipantsUpdate] { state.withLock(\.updates) }

    init(clock: SimulatedClock) {
        guard let challenges = try? ChallengeAuthority(key: ChallengeKey(), clock: { clock.date }) else {
            preconditionFailure("The default settings are in range.")
        }
        server = CollaborationAccess(store: InMemoryCollaborationStore(), challenges: challenges)
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) {
        let options = action.collaborationMetadata.userSelectedShareOptions?.options ?? []
        let behavior = state.withLock { state in
            state.selections.append(Set(options.filter(\.isSelected).map(\.identifier)))
            if state.behavior == .holdsStart { state.heldStart = action }
            return state.behavior
        }
        switch behavior {
        case .failsStart: action.fail()
        case .holdsStart: break
        default: Self.fulfill(action)
        }
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        let behavior = state.withLock { state in
            state.updates.append(ParticipantsUpdate(action))
            if state.behavior == .holdsUpdate { state.heldUpdate = action }
            return state.behavior
        }
        switch behavior {
        case .failsUpdate: action.fail()
        case .holdsUpdate: break
        default:
            Task {
                do {
                    try await server.apply(ParticipantsUpdate(action))
                    action.fulfill()
                } catch {
                    action.fail()
                }
            }
        }
    }

    /// Fulfills the action that was held back, and tells whether that completed it.
    @discardableResult
    func answerHeldAction() async throws -> Bool {
        let (start, update) = state.withLock { state in
            defer { (state.heldStart, state.heldUpdate) = (nil, nil) }
            return (state.heldStart, state.heldUpdate)
        }
        if let start { return Self.fulfill(start) }
        guard let update else { return false }
        try await server.apply(ParticipantsUpdate(update))
        return update.fulfill()
    }

    /// Opens a link on a device, as an app does, and asks the server for access.
    @discardableResult
    func open(
        _ url: URL,
        with center: some HighlightCenter,
        as account: AccountIdentifier
    ) async throws -> Admission {
        let highlight = try await center.collaborationHighlight(for: url)
        let collaboration = highlight.collaborationIdentifier
        let challenge = server.challenge(for: collaboration, account: account)
        let proof = try await center.signedIdentityProof(for: highlight, using: challenge)
        return try await server.admit(proof, answering: challenge, as: account, to: collaboration)
    }

    @discardableResult
    private static func fulfill(_ action: StartCollaborationAction) -> Bool {
        let local = action.collaborationMetadata.localIdentifier.rawValue
        guard let url = URL(string: "https://bakery.example/\(local)") else { return false }
        return (try? action.fulfill(using: url, collaborationIdentifier: .init("doc-\(local)"))) ?? false
    }
}

import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// An app with its server in one process, whose answers a test can change.
final class BakeryApp: CollaborationActionHandler {
    enum Conduct: Sendable {
        case answers
        case failsStart
        case failsUpdate
        case ignoresStart
        case ignoresUpdate
    }

    let access: CollaborationAccess

    private struct State {
        var conduct = Conduct.answers
        var selections: [Set<String>] = []
        var updates: [ParticipantsUpdate] = []
    }

    private let state = Locked(State())

    /// How the app goes about actions.
    var conduct: Conduct {
        get { state.withLock(\.conduct) }
        set { state.withLock { $0.conduct = newValue } }
    }

    /// The options that came with each start action.
    var selections: [Set<String>] { state.withLock(\.selections) }

    /// What the update actions said.
    var updates: [ParticipantsUpdate] { state.withLock(\.updates) }

    init(clock: SimulatedClock) {
        guard let challenges = try? ChallengeAuthority(key: ChallengeKey(), clock: { clock.date }) else {
            preconditionFailure("The default settings are in range.")
        }
        access = CollaborationAccess(
            store: InMemoryParticipantStore(),
            challenges: challenges
        )
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) {
        let local = action.collaborationMetadata.localIdentifier.rawValue
        let options = action.collaborationMetadata.userSelectedShareOptions?.options ?? []
        state.withLock { $0.selections.append(Set(options.filter(\.isSelected).map(\.identifier))) }
        switch conduct {
        case .failsStart: action.fail()
        case .ignoresStart: break
        default:
            guard let url = URL(string: "https://bakery.example/\(local)") else { return }
            _ = try? action.fulfill(using: url, collaborationIdentifier: .init("doc-\(local)"))
        }
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        state.withLock { $0.updates.append(ParticipantsUpdate(action)) }
        switch conduct {
        case .failsUpdate: action.fail()
        case .ignoresUpdate: break
        default:
            Task {
                do {
                    try await access.apply(action)
                    action.fulfill()
                } catch {
                    action.fail()
                }
            }
        }
    }

    /// Opens a link on a device, as an app does, and asks the server to be let in.
    @discardableResult
    func open(
        _ url: URL,
        with center: SimulatedHighlightCenter,
        as account: AccountIdentifier
    ) async throws -> Admission {
        let highlight = try await center.collaborationHighlight(for: url)
        let collaboration = highlight.collaborationIdentifier
        let challenge = access.challenge(for: collaboration, account: account)
        let proof = try await center.signedIdentityProof(for: highlight, using: challenge)
        return try await access.admit(proof, answering: challenge, as: account, to: collaboration)
    }
}

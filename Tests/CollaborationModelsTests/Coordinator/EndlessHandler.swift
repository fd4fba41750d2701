import CollaborationCore
import CollaborationModels
import Foundation

/// A handler whose call for an update action lasts until the test releases it.
final class EndlessHandler: CollaborationActionHandler {
    private let url: URL
    private let (gate, opening) = AsyncStream.makeStream(of: Void.self)

    init(url: URL) { self.url = url }

    func release() { opening.finish() }

    func collaborationCoordinator(_ coordinator: CollaborationCoordinator, handle action: StartCollaborationAction) {
        _ = try? action.fulfill(using: url, collaborationIdentifier: "doc-42")
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async {
        for await _ in gate {}
    }
}

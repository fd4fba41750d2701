import CollaborationModels
import CollaborationCore
import Foundation

/// Shares recipes: carries out the system's actions, opens links, and posts notices.
public final class RecipeSharing: CollaborationActionHandler {
    let server: any RecipeServer
    let center: any HighlightCenter
    let account: AccountIdentifier

    /// Makes the part of the app that shares.
    ///
    /// - Parameters:
    ///   - server: The app's server.
    ///   - center: The device's highlight center.
    ///   - account: The account that is signed in.
    public init(server: any RecipeServer, center: any HighlightCenter, account: AccountIdentifier) {
        self.server = server
        self.center = center
        self.account = account
    }

    /// Asks the server for a link.
    public func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) {
        Task {
            do {
                let metadata = action.collaborationMetadata
                let options = metadata.userSelectedShareOptions ?? metadata.defaultShareOptions
                let started = try await server.startCollaboration(
                    of: metadata.localIdentifier,
                    selectedOptions: options?.selectedOptionsIdentifiers ?? []
                )
                try action.fulfill(using: started.url, collaborationIdentifier: started.identifier)
            } catch {
                print("The recipe is not shared: \(error)")
                action.fail()
            }
        }
    }

    /// Tells the server who was added and who was removed.
    public func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        Task {
            do {
                try await server.apply(ParticipantsUpdate(action))
                action.fulfill()
            } catch {
                print("The participants are not changed: \(error)")
                action.fail()
            }
        }
    }
}

import CollaborationCore
import CollaborationModels
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

    /// Asks the server for a link, with the options that the person selected.
    public func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) async {
        do {
            try action.fulfill(with: await server.start(StartRequest(action)))
        } catch {
            print("The recipe is not shared: \(error)")
            action.fail()
        }
    }

    /// Tells the server who was added and who was removed.
    public func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async {
        do {
            try await server.apply(ParticipantsUpdate(action))
            action.fulfill()
        } catch {
            print("The participants are not changed: \(error)")
            action.fail()
        }
    }
}

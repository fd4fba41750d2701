import CollaborationCore
import CollaborationModels
import SharedWithYou
import SharedWithYouBridge
import SharedWithYouCore

/// Connects the system to the app; make it early in the launch and keep it.
///
/// The system launches the app in the background to have an action carried out.
@MainActor
public final class SharingSetup {
    /// The app's part, which opens links and posts notices.
    public let sharing: RecipeSharing

    // Both coordinators hold their handlers weakly.
    private let forwarder: SystemActionForwarder

    /// Connects the two coordinators.
    ///
    /// - Parameters:
    ///   - server: The app's server.
    ///   - account: The account that is signed in.
    ///   - center: Apple's highlight center, which nothing else uses.
    ///   - coordinator: The coordinator that the system's actions go through.
    public init(
        server: any RecipeServer,
        account: AccountIdentifier,
        center: sending SWHighlightCenter = SWHighlightCenter(),
        coordinator: CollaborationCoordinator = .shared
    ) {
        sharing = RecipeSharing(server: server, center: SystemHighlightCenter(center), account: account)
        forwarder = SystemActionForwarder(to: coordinator) { print("An action cannot be carried out: \($0)") }
        coordinator.actionHandler = sharing
        SWCollaborationCoordinator.shared.actionHandler = forwarder
    }
}

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
    /// The app's part, which opens links and posts notices; nil while nobody is signed in.
    public private(set) var sharing: RecipeSharing?

    private let center: SystemHighlightCenter
    private let coordinator: CollaborationCoordinator
    private let signedOut = SignedOut()

    // Both coordinators hold their handlers weakly.
    private let forwarder: SystemActionForwarder

    /// Connects the two coordinators.
    ///
    /// - Parameters:
    ///   - center: Apple's highlight center, which nothing else uses.
    ///   - coordinator: The coordinator that the system's actions go through.
    public init(
        center: sending SWHighlightCenter = SWHighlightCenter(),
        coordinator: CollaborationCoordinator = .shared
    ) {
        self.center = SystemHighlightCenter(center)
        self.coordinator = coordinator
        forwarder = SystemActionForwarder(to: coordinator) { print("An action cannot be carried out: \($0)") }
        coordinator.actionHandler = signedOut
        SWCollaborationCoordinator.shared.actionHandler = forwarder
    }

    /// Carries out actions for an account from now on.
    public func signIn(_ account: AccountIdentifier, to server: any RecipeServer) {
        let sharing = RecipeSharing(server: server, center: center, account: account)
        coordinator.actionHandler = sharing
        self.sharing = sharing
    }

    /// Fails actions from now on.
    public func signOut() {
        coordinator.actionHandler = signedOut
        sharing = nil
    }
}

/// Fails every action at once while nobody is signed in: the message would wait 15 seconds otherwise.
private final class SignedOut: CollaborationActionHandler {
    func collaborationCoordinator(_: CollaborationCoordinator, handle action: StartCollaborationAction) async {
        action.fail()
    }

    func collaborationCoordinator(
        _: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async {
        action.fail()
    }
}

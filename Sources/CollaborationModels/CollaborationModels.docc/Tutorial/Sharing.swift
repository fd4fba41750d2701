import CollaborationClient
import CollaborationCore
import CollaborationModels
import Foundation
import SharedWithYou
import SharedWithYouBridge
import SharedWithYouCore

/// All of the app's sharing; make it at launch, before anything else, and keep it.
@MainActor
public final class Sharing {
    private let session: SharingSession
    private let forwarder: SystemActionForwarder

    /// Connects the system to the app.
    ///
    /// Then call ``signedIn(as:to:)`` or ``nobodySignedIn()``.
    ///
    /// - Parameters:
    ///   - center: Apple's highlight center, which nothing else uses.
    ///   - storage: Where the session keeps what must not be lost.
    ///   - coordinator: The coordinator that the system's actions go through.
    public init(
        center: sending SWHighlightCenter = SWHighlightCenter(),
        storage: SharingStorage = .files(in: .applicationSupportDirectory),
        coordinator: CollaborationCoordinator = .shared
    ) {
        session = SharingSession(center: SystemHighlightCenter(center), storage: storage)
        forwarder = SystemActionForwarder(to: coordinator) { print("An action cannot be carried out: \($0)") }
        coordinator.actionHandler = session
        SWCollaborationCoordinator.shared.actionHandler = forwarder
    }

    /// Goes on as an account: at launch, and after each sign-in.
    public func signedIn(as account: AccountIdentifier, to server: some SharingServer) {
        session.signIn(as: account, to: server)
    }

    /// Says at launch that nobody is signed in.
    public func nobodySignedIn() { session.noAccount() }

    /// Returns how many removals still wait for the account's next sign-in.
    public func signOut() async -> Int { await session.signOut() }

    /// Sends what waits, in a background refresh; while the app runs, it is sent by itself.
    public func deliver() async { await session.deliver() }

    /// Opens a link that was tapped.
    public func open(_ url: URL) async -> String {
        switch await session.open(url) {
        case .open(let access): access.permits("write") ? "The recipe, to edit" : "The recipe, to read"
        case .signIn: "Sign in to see the recipe"
        case .needsInvitation: "Ask the owner for access"
        case .tryLater(let reason): "Try again later: \(reason)"
        }
    }

    /// Tells the other participants that this person edited a recipe.
    public func edited(_ recipe: CollaborationIdentifier) { session.post(.change(.edit), in: recipe) }

    /// Tells a participant that this person mentioned them.
    public func mentioned(_ account: AccountIdentifier, in recipe: CollaborationIdentifier) async throws {
        try await session.mention(account, in: recipe)
    }

    /// Shows what the app must not hide: people who may still have access, and a link that is open after a sign-in.
    public func watch(show: @MainActor (String) -> Void) async {
        for await event in session.events {
            switch event {
            case .opened(_, let opening): show("\(opening)")
            case .signInNeeded: show("Sign in again")
            case .removalsChanged:
                let count = await session.removals.count { $0.refusal != nil || !$0.isAccountKnown }
                if count > 0 { show("People whom you removed may still have access: \(count)") }
            case .damagedFile, .storageUnavailable: show("The device cannot keep what is to be sent")
            }
        }
    }
}

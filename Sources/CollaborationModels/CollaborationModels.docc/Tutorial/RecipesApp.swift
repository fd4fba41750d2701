import RecipeApp
import SwiftUI
import UIKit

/// Sets up sharing at every launch: for an action the system launches the app in the background.
@MainActor
final class RecipesDelegate: NSObject, UIApplicationDelegate {
    let sharing = Sharing()

    /// Connects the coordinators before anything is shown.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // Where your app knows who is signed in, it says so: sharing.signedIn(as: "alice", to: ...).
        sharing.nobodySignedIn()
        return true
    }
}

/// The app, the only place for the delegate's adaptor.
@main
struct RecipesApp: App {
    @UIApplicationDelegateAdaptor(RecipesDelegate.self) private var delegate
    @State private var status = "Recipes"

    /// The window, to which a link that is tapped comes in one of two ways.
    var body: some Scene {
        WindowGroup {
            Text(status)
                .onOpenURL { open($0) }
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { if let url = $0.webpageURL { open(url) } }
                .task { await delegate.sharing.watch { status = $0 } }
        }
    }

    private func open(_ url: URL) {
        Task { status = await delegate.sharing.open(url) }
    }
}

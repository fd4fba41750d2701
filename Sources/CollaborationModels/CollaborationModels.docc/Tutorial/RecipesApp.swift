// The entry point. UIKit and SwiftUI exist on Apple's systems alone, so nothing has compiled this file.

#if canImport(UIKit) && canImport(SwiftUI)
    import SwiftUI
    import UIKit

    /// Sets up sharing at every launch: the system launches the app in the background, without a scene.
    @MainActor
    public final class RecipesDelegate: NSObject, UIApplicationDelegate {
        let setup = SharingSetup()

        /// Connects the coordinators before anything is shown.
        public func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            // Where your app knows who is signed in.
            setup.signIn("alice", to: LocalServer(account: "alice"))
            return true
        }
    }

    /// The app: a link that is tapped arrives in `onOpenURL`, also at a cold launch.
    public struct RecipesScene: Scene {
        @UIApplicationDelegateAdaptor(RecipesDelegate.self) private var delegate
        @State private var status = "Recipes"

        /// Makes the scene, which an `App` of your own has as its body.
        public init() {}

        /// The window.
        public var body: some Scene {
            WindowGroup {
                Text(status).onOpenURL { url in
                    Task {
                        let opening = try? await delegate.setup.sharing?.open(url)
                        status = opening.map { "\($0)" } ?? "Try again later"
                    }
                }
            }
        }
    }
#endif

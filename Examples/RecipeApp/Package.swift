// swift-tools-version: 6.3
import PackageDescription

// The library, the bridge and the app of the tutorial, all compiled from the files in Sources, which Library leads to. On Linux
// the bridge and the app are compiled against stubs of Apple's declarations.
let tutorial = "Library/CollaborationModels/CollaborationModels.docc/Tutorial"
let noSource = [
    "Package.swift", "CustomCollaboration.tutorial", "FirstCollaboration.tutorial", "OnDevices.tutorial",
    "Recipes.entitlements", "apple-app-site-association.json",
]
let app = ["Recipe.swift", "Service.swift", "ShareRecipe.swift", "SharedRecipe.swift", "Sharing.swift"]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Library/\(name)",
        swiftSettings: [
            .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("ImmutableWeakCaptures"),
        ]
    )
}

let models: [Target.Dependency] = ["CollaborationModels", "CollaborationCore"]
let client = models + ["CollaborationClient"]
let package = Package(
    name: "RecipeApp",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .visionOS(.v2)],
    targets: [
        library("CollaborationCrypto"),
        library("CollaborationCore", ["CollaborationCrypto"]),
        library("CollaborationModels", ["CollaborationCore"]),
        library("CollaborationClient", models + ["CollaborationCrypto"]),
        library("CollaborationServer", ["CollaborationCore", "CollaborationCrypto"]),
        library("CollaborationTesting", client + ["CollaborationServer", "CollaborationCrypto"]),
        .target(name: "SharedWithYouBridge", dependencies: models, path: "Library/SharedWithYouBridge"),
        .target(
            name: "RecipeApp",
            dependencies: client + ["SharedWithYouBridge"],
            path: tutorial,
            exclude: noSource + ["RecipesApp.swift", "main.swift"],
            sources: app
        ),
        .executableTarget(
            name: "Play",
            dependencies: client + ["RecipeApp", "CollaborationServer", "CollaborationTesting"],
            path: tutorial,
            exclude: noSource + app + ["RecipesApp.swift"],
            sources: ["main.swift"]
        ),
        .testTarget(name: "SharedWithYouBridgeTests", dependencies: models + ["SharedWithYouBridge"]),
    ]
)
#if !canImport(Darwin)
    // Modules of declarations that have the names of Apple's frameworks, so that the sources are the same on both.
    // Only a Mac builds for Apple's systems, and this manifest is evaluated there without them.
    let stubs = [
        "SharedWithYouCore", "SharedWithYou", "UniformTypeIdentifiers", "CloudKit", "LinkPresentation",
        "CoreTransferable", "UIKit", "SwiftUI", "Network",
    ]
    func stub(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, path: "Tests/Stubs/\(name)")
    }
    for target in package.targets where !target.name.hasPrefix("Collaboration") {
        target.dependencies += stubs.map { .target(name: $0) }
    }
    for target in package.targets where target.name == "CollaborationClient" { target.dependencies.append("Network") }
    package.targets += [
        stub("UniformTypeIdentifiers"), stub("CloudKit", ["UniformTypeIdentifiers"]),
        stub("LinkPresentation", ["UniformTypeIdentifiers"]), stub("CoreTransferable", ["UniformTypeIdentifiers"]),
        stub("SharedWithYouCore"), stub("Network"),
        stub("UIKit", ["LinkPresentation", "UniformTypeIdentifiers"]), stub("SwiftUI", ["CoreTransferable", "UIKit"]),
        stub("SharedWithYou", ["SharedWithYouCore", "UniformTypeIdentifiers", "CoreTransferable", "UIKit"]),
        // The entry point, which is an app's own target on Apple's systems.
        .executableTarget(
            name: "RecipesApp",
            dependencies: ["RecipeApp"] + stubs.map { .target(name: $0) },
            path: tutorial,
            exclude: noSource + app + ["main.swift"],
            sources: ["RecipesApp.swift"]
        ),
        // These tests make actions, proofs and highlights, which only the system can make on Apple's systems.
        .testTarget(
            name: "SystemObjectTests",
            dependencies: client + ["SharedWithYouBridge", "RecipeApp", "CollaborationServer", "CollaborationTesting"]
                + stubs.map { .target(name: $0) }
        ),
    ]
#endif

// swift-tools-version: 6.3
import PackageDescription

// The library, the bridge and the app of the tutorial, all compiled from the files in Sources, which Library leads to. On Linux
// the bridge is compiled against stubs of Apple's declarations.
//
// MODE=main-actor compiles the app as Xcode makes new targets, MODE=swift5 as older apps are compiled.
let mode = Context.environment["MODE"]
let tutorial = "Library/CollaborationModels/CollaborationModels.docc/Tutorial"
let play = ["main.swift"]
let noSource = [
    "Package.swift", "CustomCollaboration.tutorial", "FirstCollaboration.tutorial", "OnDevices.tutorial",
    "Recipes.entitlements", "apple-app-site-association.json",
]
let app = [
    "LocalServer.swift", "Recipe.swift", "RecipeServer.swift", "RecipeSharing.swift", "RecipeSharing+Notices.swift",
    "RecipeSharing+Opening.swift", "RecipesApp.swift", "ServiceClient.swift", "ShareRecipe.swift", "SharedRecipe.swift",
    "SharingSetup.swift",
]

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
let package = Package(
    name: "RecipeApp",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .visionOS(.v2)],
    targets: [
        library("CollaborationCrypto"),
        library("CollaborationCore", ["CollaborationCrypto"]),
        library("CollaborationModels", ["CollaborationCore"]),
        library("CollaborationServer", ["CollaborationCore", "CollaborationCrypto"]),
        library("CollaborationTesting", models + ["CollaborationServer", "CollaborationCrypto"]),
        .target(name: "SharedWithYouBridge", dependencies: models, path: "Library/SharedWithYouBridge"),
        .target(
            name: "RecipeApp",
            dependencies: models + ["SharedWithYouBridge", "CollaborationServer"],
            path: tutorial,
            exclude: noSource + play,
            sources: app
        ),
        .executableTarget(
            name: "Play",
            dependencies: models + ["RecipeApp", "CollaborationTesting"],
            path: tutorial,
            exclude: noSource + app,
            sources: play
        ),
        .testTarget(name: "SharedWithYouBridgeTests", dependencies: models + ["SharedWithYouBridge"]),
    ]
)
let settings: [SwiftSetting] =
    switch mode {
    case "main-actor": [.defaultIsolation(MainActor.self)]
    case "swift5": [.swiftLanguageMode(.v5)]
    default: []
    }
for target in package.targets where target.name == "RecipeApp" {
    target.swiftSettings = settings
}

#if !canImport(Darwin)
    // Modules of declarations that have the names of Apple's frameworks, so that the sources are the same on both.
    // Only a Mac builds for Apple's systems, and this manifest is evaluated there without them.
    let stubs = [
        "SharedWithYouCore", "SharedWithYou", "UniformTypeIdentifiers", "CloudKit", "LinkPresentation",
        "CoreTransferable",
    ]
    func stub(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, path: "Tests/Stubs/\(name)")
    }
    for target in package.targets where !target.name.hasPrefix("Collaboration") {
        target.dependencies += stubs.map { .target(name: $0) }
    }
    package.targets += [
        stub("UniformTypeIdentifiers"), stub("CloudKit", ["UniformTypeIdentifiers"]),
        stub("LinkPresentation", ["UniformTypeIdentifiers"]), stub("CoreTransferable", ["UniformTypeIdentifiers"]),
        stub("SharedWithYouCore"),
        stub("SharedWithYou", ["SharedWithYouCore", "UniformTypeIdentifiers", "CoreTransferable"]),
        // These tests make actions, proofs and highlights, which only the system can make on Apple's systems.
        .testTarget(
            name: "SystemObjectTests",
            dependencies: models + ["SharedWithYouBridge", "RecipeApp", "CollaborationServer", "CollaborationTesting"]
                + stubs.map { .target(name: $0) }
        ),
    ]
#endif

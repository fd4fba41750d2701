// swift-tools-version: 6.3
import PackageDescription

let models = Target.Dependency.product(name: "CollaborationModels", package: "swift-collaboration")
let server = Target.Dependency.product(name: "CollaborationServer", package: "swift-collaboration")
let testing = Target.Dependency.product(name: "CollaborationTesting", package: "swift-collaboration")

let package = Package(
    name: "SharedWithYouBridge",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .visionOS(.v2)],
    products: [.library(name: "SharedWithYouBridge", targets: ["SharedWithYouBridge"])],
    dependencies: [.package(name: "swift-collaboration", path: "../..")],
    targets: [
        .target(name: "SharedWithYouBridge", dependencies: [models]),
        .target(name: "RecipeApp", dependencies: ["SharedWithYouBridge", models]),
        .testTarget(name: "SharedWithYouBridgeTests", dependencies: ["SharedWithYouBridge", models]),
    ]
)

#if !canImport(Darwin)
    // Modules of declarations that have the names of Apple's frameworks, so that the sources are the same on both.
    // Only a Mac builds for Apple's systems, and this manifest is evaluated there without them.
    let stubs = ["SharedWithYouCore", "SharedWithYou", "UniformTypeIdentifiers"]
    for target in package.targets {
        target.dependencies += stubs.map { .target(name: $0) }
    }
    package.targets += [
        .target(name: "SharedWithYouCore", path: "Tests/Stubs/SharedWithYouCore"),
        .target(
            name: "SharedWithYou",
            dependencies: ["SharedWithYouCore", "UniformTypeIdentifiers"],
            path: "Tests/Stubs/SharedWithYou"
        ),
        .target(name: "UniformTypeIdentifiers", path: "Tests/Stubs/UniformTypeIdentifiers"),
        // These tests make actions, proofs and highlights, which only the system can make on Apple's systems.
        .testTarget(
            name: "SystemObjectTests",
            dependencies: ["SharedWithYouBridge", "RecipeApp", models, server, testing]
                + stubs.map { .target(name: $0) }
        ),
    ]
#endif

// swift-tools-version: 6.3
import PackageDescription

let models = Target.Dependency.product(name: "CollaborationModels", package: "swift-collaboration")
let proofs = Target.Dependency.product(name: "CollaborationCore", package: "swift-collaboration")
let server = Target.Dependency.product(name: "CollaborationServer", package: "swift-collaboration")
let testing = Target.Dependency.product(name: "CollaborationTesting", package: "swift-collaboration")

let package = Package(
    name: "SharedWithYouBridge",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .visionOS(.v2)],
    products: [.library(name: "SharedWithYouBridge", targets: ["SharedWithYouBridge"])],
    dependencies: [.package(name: "swift-collaboration", path: "../..")],
    targets: [
        .target(name: "SharedWithYouBridge", dependencies: [models, proofs]),
        .target(name: "RecipeApp", dependencies: ["SharedWithYouBridge", models, proofs]),
        .executableTarget(name: "Play", dependencies: ["RecipeApp", models, proofs, testing]),
        .testTarget(name: "SharedWithYouBridgeTests", dependencies: ["SharedWithYouBridge", models, proofs]),
    ]
)

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
    for target in package.targets {
        target.dependencies += stubs.map { .target(name: $0) }
    }
    package.targets += [
        stub("UniformTypeIdentifiers"), stub("CloudKit", ["UniformTypeIdentifiers"]),
        stub("LinkPresentation", ["UniformTypeIdentifiers"]),
        stub("CoreTransferable", ["UniformTypeIdentifiers"]),
        stub("SharedWithYouCore"),
        stub("SharedWithYou", ["SharedWithYouCore", "UniformTypeIdentifiers", "CoreTransferable"]),
        // These tests make actions, proofs and highlights, which only the system can make on Apple's systems.
        .testTarget(
            name: "SystemObjectTests",
            dependencies: ["SharedWithYouBridge", "RecipeApp", models, proofs, server, testing]
                + stubs.map { .target(name: $0) }
        ),
    ]
#endif

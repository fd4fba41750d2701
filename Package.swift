// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "swift-collaboration",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "CollaborationCrypto", targets: ["CollaborationCrypto"]),
        .library(name: "CollaborationCore", targets: ["CollaborationCore"]),
        .library(name: "CollaborationModels", targets: ["CollaborationModels"]),
        .library(name: "CollaborationClient", targets: ["CollaborationClient"]),
        .library(name: "CollaborationServer", targets: ["CollaborationServer"]),
        .library(name: "CollaborationTesting", targets: ["CollaborationTesting"]),
        .library(name: "SharedWithYouBridge", targets: ["SharedWithYouBridge"]),
    ],
    targets: [
        .target(name: "CollaborationCrypto"),
        .target(name: "CollaborationCore", dependencies: ["CollaborationCrypto"]),
        .target(name: "CollaborationModels", dependencies: ["CollaborationCore"]),
        .target(
            name: "CollaborationClient",
            dependencies: ["CollaborationCrypto", "CollaborationCore", "CollaborationModels"]
        ),
        .target(name: "CollaborationServer", dependencies: ["CollaborationCore", "CollaborationCrypto"]),
        .target(
            name: "CollaborationTesting",
            dependencies: [
                "CollaborationCrypto", "CollaborationCore", "CollaborationModels", "CollaborationClient",
                "CollaborationServer",
            ]
        ),
        .target(name: "SharedWithYouBridge", dependencies: ["CollaborationModels", "CollaborationCore"]),
        .target(
            name: "CollaborationTestSupport",
            dependencies: ["CollaborationCore", "CollaborationServer"],
            path: "Tests/Support"
        ),
        .testTarget(
            name: "CollaborationCryptoTests",
            dependencies: ["CollaborationCrypto", "CollaborationTesting", "CollaborationTestSupport"],
            resources: [.copy("Vectors")]
        ),
        .testTarget(
            name: "CollaborationCoreTests",
            dependencies: [
                "CollaborationCrypto", "CollaborationCore", "CollaborationTesting",
                "CollaborationTestSupport",
            ]
        ),
        .testTarget(
            name: "CollaborationModelsTests",
            dependencies: [
                "CollaborationCore", "CollaborationModels", "CollaborationTesting",
                "CollaborationTestSupport",
            ]
        ),
        .testTarget(
            name: "CollaborationClientTests",
            dependencies: [
                "CollaborationCore", "CollaborationModels", "CollaborationClient", "CollaborationServer",
                "CollaborationTesting", "CollaborationTestSupport",
            ]
        ),
        .testTarget(
            name: "CollaborationServerTests",
            dependencies: [
                "CollaborationCrypto", "CollaborationCore", "CollaborationModels", "CollaborationServer",
                "CollaborationTesting", "CollaborationTestSupport",
            ]
        ),
        .testTarget(
            name: "CollaborationTestingTests",
            dependencies: [
                "CollaborationCrypto", "CollaborationCore", "CollaborationModels", "CollaborationServer",
                "CollaborationTesting", "CollaborationTestSupport",
            ]
        ),
    ]
)

// The bridge is compiled as an app compiles it.
for target in package.targets where target.name != "SharedWithYouBridge" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .strictMemorySafety(),
    ]
}

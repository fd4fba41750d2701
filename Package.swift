// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "swift-collaboration",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "CollaborationCrypto", targets: ["CollaborationCrypto"]),
        .library(name: "CollaborationProofs", targets: ["CollaborationProofs"]),
        .library(name: "CollaborationModels", targets: ["CollaborationModels"]),
        .library(name: "CollaborationServer", targets: ["CollaborationServer"]),
        .library(name: "CollaborationTesting", targets: ["CollaborationTesting"]),
    ],
    targets: [
        .target(name: "CollaborationCrypto"),
        .target(name: "CollaborationProofs", dependencies: ["CollaborationCrypto"]),
        .target(name: "CollaborationModels", dependencies: ["CollaborationProofs"]),
        .target(name: "CollaborationServer", dependencies: ["CollaborationProofs", "CollaborationCrypto"]),
        .target(
            name: "CollaborationTesting",
            dependencies: [
                "CollaborationCrypto", "CollaborationProofs", "CollaborationModels", "CollaborationServer",
            ]
        ),
        .executableTarget(
            name: "CheckServer",
            dependencies: ["CollaborationCrypto", "CollaborationProofs", "CollaborationTesting"],
            path: "Examples/CheckServer"
        ),
        .target(
            name: "CollaborationTestSupport",
            dependencies: ["CollaborationProofs", "CollaborationServer"],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "CollaborationCryptoTests",
            dependencies: ["CollaborationCrypto", "CollaborationTesting", "CollaborationTestSupport"],
            resources: [.copy("Vectors")]
        ),
        .testTarget(
            name: "CollaborationProofsTests",
            dependencies: [
                "CollaborationCrypto", "CollaborationProofs", "CollaborationTesting",
                "CollaborationTestSupport",
            ]
        ),
        .testTarget(
            name: "CollaborationModelsTests",
            dependencies: [
                "CollaborationProofs", "CollaborationModels", "CollaborationTesting",
                "CollaborationTestSupport",
            ]
        ),
        .testTarget(
            name: "CollaborationServerTests",
            dependencies: [
                "CollaborationCrypto", "CollaborationProofs", "CollaborationModels", "CollaborationServer",
                "CollaborationTesting", "CollaborationTestSupport",
            ]
        ),
        .testTarget(
            name: "CollaborationTestingTests",
            dependencies: [
                "CollaborationCrypto", "CollaborationProofs", "CollaborationModels", "CollaborationServer",
                "CollaborationTesting", "CollaborationTestSupport",
            ]
        ),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .strictMemorySafety(),
    ]
}

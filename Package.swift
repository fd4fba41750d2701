// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "swift-collaboration",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "CollaborationCrypto", targets: ["CollaborationCrypto"]),
        .library(name: "CollaborationModels", targets: ["CollaborationModels"]),
        .library(name: "CollaborationServer", targets: ["CollaborationServer"]),
        .library(name: "CollaborationTesting", targets: ["CollaborationTesting"]),
    ],
    targets: [
        .target(name: "CollaborationCrypto"),
        .target(name: "CollaborationModels", dependencies: ["CollaborationCrypto"]),
        .target(name: "CollaborationServer", dependencies: ["CollaborationModels", "CollaborationCrypto"]),
        .target(
            name: "CollaborationTesting",
            dependencies: ["CollaborationModels", "CollaborationCrypto", "CollaborationServer"]
        ),
        .target(name: "CollaborationTestSupport", path: "Tests/TestSupport"),
        .testTarget(
            name: "CollaborationCryptoTests",
            dependencies: ["CollaborationCrypto", "CollaborationTesting", "CollaborationTestSupport"],
            resources: [.copy("Vectors")]
        ),
        .testTarget(
            name: "CollaborationModelsTests",
            dependencies: ["CollaborationModels", "CollaborationTesting", "CollaborationTestSupport"]
        ),
        .testTarget(
            name: "CollaborationServerTests",
            dependencies: [
                "CollaborationModels", "CollaborationCrypto", "CollaborationServer", "CollaborationTesting",
            ]
        ),
        .testTarget(
            name: "CollaborationTestingTests",
            dependencies: [
                "CollaborationModels", "CollaborationCrypto", "CollaborationServer", "CollaborationTesting",
                "CollaborationTestSupport",
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

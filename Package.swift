// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "swift-collaboration",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "CollaborationCrypto", targets: ["CollaborationCrypto"]),
        .library(name: "Collaboration", targets: ["Collaboration"]),
        .library(name: "CollaborationServer", targets: ["CollaborationServer"]),
        .library(name: "CollaborationTesting", targets: ["CollaborationTesting"]),
    ],
    targets: [
        .target(name: "CollaborationCrypto"),
        .target(name: "Collaboration", dependencies: ["CollaborationCrypto"]),
        .target(name: "CollaborationServer", dependencies: ["Collaboration", "CollaborationCrypto"]),
        .target(
            name: "CollaborationTesting",
            dependencies: ["Collaboration", "CollaborationCrypto", "CollaborationServer"]
        ),
        .testTarget(
            name: "CollaborationCryptoTests",
            dependencies: ["CollaborationCrypto"],
            resources: [.copy("Vectors")]
        ),
        .testTarget(name: "CollaborationTests", dependencies: ["Collaboration"]),
        .testTarget(
            name: "CollaborationServerTests",
            dependencies: [
                "Collaboration", "CollaborationCrypto", "CollaborationServer", "CollaborationTesting",
            ]
        ),
        .testTarget(
            name: "CollaborationTestingTests",
            dependencies: [
                "Collaboration", "CollaborationCrypto", "CollaborationServer", "CollaborationTesting",
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
        .treatAllWarnings(as: .error),
    ]
}

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "swift-collaboration",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "CollaborationCrypto", targets: ["CollaborationCrypto"]),
        .library(name: "Collaboration", targets: ["Collaboration"]),
    ],
    targets: [
        .target(name: "CollaborationCrypto"),
        .target(name: "Collaboration", dependencies: ["CollaborationCrypto"]),
        .testTarget(
            name: "CollaborationCryptoTests",
            dependencies: ["CollaborationCrypto"],
            resources: [.copy("Vectors")]
        ),
        .testTarget(name: "CollaborationTests", dependencies: ["Collaboration"]),
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

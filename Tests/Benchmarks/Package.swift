// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A module of the package that is measured here.
func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-collaboration") }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-collaboration", path: "../.."),
        .package(path: "../Fuzzing"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: [
        .executableTarget(
            name: "Growth",
            dependencies: [
                ours("CollaborationModels"), ours("CollaborationCore"), ours("CollaborationServer"),
                ours("CollaborationTesting"), "CCallgrind",
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                ours("CollaborationModels"), ours("CollaborationCore"), ours("CollaborationCrypto"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ProofOracle", package: "Fuzzing"),
                .target(name: "CMallocTrace", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: settings
        ),
        .systemLibrary(name: "CMallocTrace"),
        .systemLibrary(name: "CCallgrind"),
    ]
)

// swift-tools-version: 6.3
import PackageDescription

/// A module of the package that is measured here.
func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-collaboration") }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-collaboration", path: "../.."),
        .package(path: "../Fuzzing"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                ours("CollaborationCore"), ours("CollaborationCrypto"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ProofOracle", package: "Fuzzing"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InferIsolatedConformances"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("ImmutableWeakCaptures"),
                .strictMemorySafety(),
                .treatAllWarnings(as: .error),
            ]
        )
    ]
)

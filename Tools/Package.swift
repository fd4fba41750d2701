// swift-tools-version: 6.3
import PackageDescription

/// A module of the package that these tools are for.
func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-collaboration") }

let package = Package(
    name: "Tools",
    platforms: [.macOS(.v15)],
    products: ["VerifyProof", "DiagnoseProof", "SimulateDevice", "CheckServer"].map {
        .executable(name: $0, targets: [$0])
    },
    dependencies: [
        .package(name: "swift-collaboration", path: ".."),
        .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
    ],
    targets: [
        .executableTarget(name: "VerifyProof", dependencies: [ours("CollaborationCore")]),
        .executableTarget(
            name: "DiagnoseProof",
            dependencies: [ours("CollaborationCrypto"), ours("CollaborationCore")]
        ),
        .executableTarget(
            name: "SimulateDevice",
            dependencies: [ours("CollaborationCore"), ours("CollaborationTesting")]
        ),
        .executableTarget(
            name: "CheckServer",
            dependencies: [
                "RawSigning", ours("CollaborationCrypto"), ours("CollaborationCore"),
                .product(name: "BigInt", package: "BigInt"),
            ]
        ),
        .target(
            name: "RawSigning",
            dependencies: [
                ours("CollaborationCrypto"), ours("CollaborationTesting"),
                .product(name: "BigInt", package: "BigInt"),
            ]
        ),
        .testTarget(
            name: "DiagnoseProofTests",
            dependencies: [
                "DiagnoseProof", "RawSigning", ours("CollaborationCrypto"), ours("CollaborationCore"),
                .product(name: "BigInt", package: "BigInt"),
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
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
}

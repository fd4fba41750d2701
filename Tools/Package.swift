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
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    ],
    targets: [
        .executableTarget(name: "VerifyProof", dependencies: ["ToolSupport", ours("CollaborationCore")]),
        .executableTarget(
            name: "DiagnoseProof",
            dependencies: ["ToolSupport", ours("CollaborationCrypto"), ours("CollaborationCore")]
        ),
        .executableTarget(
            name: "SimulateDevice",
            dependencies: ["ToolSupport", ours("CollaborationCore"), ours("CollaborationTesting")]
        ),
        .executableTarget(
            name: "CheckServer",
            dependencies: [
                "RawSigning", "ToolSupport", ours("CollaborationCrypto"), ours("CollaborationCore"),
                ours("CollaborationTesting"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "BigInt", package: "BigInt"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .target(
            name: "ToolSupport",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),
        .target(
            name: "RawSigning",
            dependencies: [
                ours("CollaborationCrypto"), ours("CollaborationTesting"),
                .product(name: "BigInt", package: "BigInt"),
            ]
        ),
        .testTarget(name: "CheckServerTests", dependencies: ["CheckServer", ours("CollaborationTesting")]),
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

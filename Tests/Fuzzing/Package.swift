// swift-tools-version: 6.3
import PackageDescription

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

/// A module of the package that is tried here.
func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-collaboration") }

/// A program that libFuzzer drives; it links with the fuzzer's own main function only.
func fuzzTarget(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(name: name, dependencies: ["Fuzzing", "ProofOracle"] + dependencies)
}

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    products: [.library(name: "ProofOracle", targets: ["ProofOracle"])],
    dependencies: [
        .package(name: "swift-collaboration", path: "../.."),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
    ],
    targets: [
        .target(name: "Fuzzing"),
        .target(name: "ProofOracle", dependencies: [ours("CollaborationCrypto"), ours("CollaborationCore"), crypto]),
        fuzzTarget("FuzzDERSignature", ours("CollaborationCrypto"), crypto),
        fuzzTarget("FuzzPublicKey", ours("CollaborationCrypto"), crypto),
        fuzzTarget(
            "FuzzIdentityProof",
            ours("CollaborationCore"),
            ours("CollaborationCrypto"),
            ours("CollaborationTesting")
        ),
        fuzzTarget("FuzzRequestLine", ours("CollaborationCore")),
        .executableTarget(
            name: "Differential",
            dependencies: [
                "Fuzzing", "ProofOracle", ours("CollaborationCrypto"), ours("CollaborationTesting"), crypto,
                .product(name: "BigInt", package: "BigInt"),
            ]
        ),
    ]
)

let features = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "InferIsolatedConformances",
    "NonisolatedNonsendingByDefault", "ImmutableWeakCaptures",
]
for target in package.targets {
    target.swiftSettings =
        features.map { .enableUpcomingFeature($0) } + [.strictMemorySafety(), .treatAllWarnings(as: .error)]
}

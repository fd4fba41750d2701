// swift-tools-version: 6.3
import PackageDescription

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// A module of the package that is tried here.
func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-collaboration") }

/// A program that libFuzzer drives; it links with the fuzzer's own main function only.
func fuzzTarget(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(name: name, dependencies: ["Fuzzing"] + dependencies)
}

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    products: [.library(name: "ProofOracle", targets: ["ProofOracle"])],
    dependencies: [
        .package(name: "swift-collaboration", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
    ],
    targets: [
        .target(name: "Fuzzing"),
        .target(
            name: "ProofOracle",
            dependencies: [ours("CollaborationCrypto"), ours("CollaborationCore"), crypto]
        ),
        fuzzTarget("FuzzDERSignature", "ProofOracle", ours("CollaborationCrypto"), crypto),
        fuzzTarget("FuzzPublicKey", "ProofOracle", ours("CollaborationCrypto"), crypto),
        fuzzTarget(
            "FuzzIdentityProof",
            "ProofOracle",
            ours("CollaborationModels"),
            ours("CollaborationCore"),
            ours("CollaborationCrypto"),
            ours("CollaborationTesting")
        ),
        fuzzTarget(
            "FuzzRequestLine",
            "ProofOracle",
            ours("CollaborationModels"),
            ours("CollaborationCore"),
            ours("CollaborationTesting")
        ),
        fuzzTarget(
            "FuzzJSONReader",
            "CProfileCounters",
            ours("CollaborationModels"),
            ours("CollaborationCore")
        ),
        .systemLibrary(name: "CProfileCounters"),
        fuzzTarget("FuzzShareOptions", ours("CollaborationModels"), ours("CollaborationCore")),
        fuzzTarget(
            "FuzzChallenge",
            ours("CollaborationModels"),
            ours("CollaborationCore"),
            ours("CollaborationServer")
        ),
        fuzzTarget("FuzzRecord", ours("CollaborationCore"), ours("CollaborationServer")),
        .executableTarget(
            name: "JSONDifferential",
            dependencies: [
                "Fuzzing", ours("CollaborationModels"), ours("CollaborationCore"),
                ours("CollaborationTesting"), arguments,
            ]
        ),
        .executableTarget(
            name: "Differential",
            dependencies: [
                "Fuzzing", "ProofOracle", ours("CollaborationCrypto"), ours("CollaborationTesting"), crypto,
                arguments,
                .product(name: "BigInt", package: "BigInt"),
            ]
        ),
    ]
)

for target in package.targets where target.type != .system {
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

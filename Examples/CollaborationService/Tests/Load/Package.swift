// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Load",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-collaboration", path: "../../../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "Load",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "CollaborationCrypto", package: "swift-collaboration"),
                .product(name: "CollaborationModels", package: "swift-collaboration"),
                .product(name: "CollaborationCore", package: "swift-collaboration"),
                .product(name: "CollaborationTesting", package: "swift-collaboration"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: [.strictMemorySafety(), .treatAllWarnings(as: .error)]
        )
    ]
)

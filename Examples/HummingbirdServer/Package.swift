// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "HummingbirdServer",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-collaboration", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "HummingbirdServer",
            dependencies: [
                .product(name: "CollaborationModels", package: "swift-collaboration"),
                .product(name: "CollaborationServer", package: "swift-collaboration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: [.strictMemorySafety()]
        ),
        .testTarget(
            name: "HummingbirdServerTests",
            dependencies: [
                "HummingbirdServer",
                .product(name: "CollaborationTesting", package: "swift-collaboration"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ]
        ),
    ]
)

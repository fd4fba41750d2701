// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [.strictMemorySafety()]

let package = Package(
    name: "DocumentServer",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "SQLiteParticipantStore", targets: ["SQLiteParticipantStore"]),
        .library(name: "PostgreSQLParticipantStore", targets: ["PostgreSQLParticipantStore"]),
    ],
    dependencies: [
        .package(name: "swift-collaboration", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .target(
            name: "SQLiteParticipantStore",
            dependencies: [
                .product(name: "CollaborationModels", package: "swift-collaboration"),
                .product(name: "CollaborationServer", package: "swift-collaboration"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(
            name: "PostgreSQLParticipantStore",
            dependencies: [
                "CPostgreSQL",
                .product(name: "CollaborationModels", package: "swift-collaboration"),
                .product(name: "CollaborationServer", package: "swift-collaboration"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SQLiteParticipantStoreTests",
            dependencies: [
                "SQLiteParticipantStore",
                .product(name: "CollaborationTesting", package: "swift-collaboration"),
            ]
        ),
        .testTarget(
            name: "PostgreSQLParticipantStoreTests",
            dependencies: [
                "PostgreSQLParticipantStore",
                .product(name: "CollaborationTesting", package: "swift-collaboration"),
            ]
        ),
    ]
)

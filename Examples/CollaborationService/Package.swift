// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [.strictMemorySafety()]

/// The files of the page of the development mode.
let pageFiles = [
    "index.html", "icon.svg", "style.css", "bytes.js", "challenge.js", "device-view.js", "device.js",
    "elements.js", "events.js", "identity.js", "log-view.js", "page.js", "refusals.js",
    "steps.js", "story.js", "tree-view.js",
].map { "Page/\($0)" }

/// A product of each package that only other packages need, so that the exact versions of all are named here.
///
/// SwiftPM warns of a dependency that no target has. The condition never holds, so that nothing more is built.
let transitive: [Target.Dependency] = [
    ("Algorithms", "swift-algorithms"), ("SwiftASN1", "swift-asn1"),
    ("AsyncAlgorithms", "swift-async-algorithms"), ("Atomics", "swift-atomics"),
    ("Collections", "swift-collections"), ("Crypto", "swift-crypto"),
    ("StructuredFieldValues", "swift-http-structured-headers"), ("NIOHTTP2", "swift-nio-http2"),
    ("NIOTransportServices", "swift-nio-transport-services"), ("Numerics", "swift-numerics"),
    ("ServiceContextModule", "swift-service-context"), ("SystemPackage", "swift-system"),
    ("Tracing", "swift-distributed-tracing"),
].map { .product(name: $0.0, package: $0.1, condition: .when(platforms: [.wasi])) }

let package = Package(
    name: "CollaborationService",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "CollaborationService", targets: ["CollaborationService"]),
        .library(name: "EtcdCollaborationStore", targets: ["EtcdCollaborationStore"]),
        .library(name: "SQLiteCollaborationStore", targets: ["SQLiteCollaborationStore"]),
        .library(name: "PostgreSQLCollaborationStore", targets: ["PostgreSQLCollaborationStore"]),
    ],
    traits: [
        .trait(
            name: "PostgreSQL",
            description: "Keeps data in PostgreSQL if database.url names one. Needs libpq."
        )
    ],
    dependencies: [
        .package(name: "swift-collaboration", path: "../.."),
        .package(url: "https://github.com/apple/swift-algorithms.git", exact: "1.2.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4"),
        .package(url: "https://github.com/apple/swift-atomics.git", exact: "1.3.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
        .package(
            url: "https://github.com/apple/swift-configuration",
            exact: "1.4.0",
            traits: [.defaults, "CommandLineArguments"]
        ),
        .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-structured-headers.git", exact: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-transport-services.git", exact: "1.28.0"),
        .package(url: "https://github.com/apple/swift-numerics.git", exact: "1.1.1"),
        .package(url: "https://github.com/apple/swift-service-context.git", exact: "1.5.1"),
        .package(url: "https://github.com/apple/swift-system.git", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
    ],
    targets: [
        .target(
            name: "OperatedStore",
            dependencies: [
                .product(name: "CollaborationCore", package: "swift-collaboration"),
                .product(name: "CollaborationServer", package: "swift-collaboration"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "SQLiteCollaborationStore",
            dependencies: [
                "OperatedStore",
                .product(name: "CollaborationCore", package: "swift-collaboration"),
                .product(name: "CollaborationServer", package: "swift-collaboration"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "EtcdCollaborationStore",
            dependencies: [
                "OperatedStore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "CollaborationCore", package: "swift-collaboration"),
                .product(name: "CollaborationServer", package: "swift-collaboration"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: settings
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(
            name: "PostgreSQLCollaborationStore",
            dependencies: [
                "CPostgreSQL", "OperatedStore",
                .product(name: "CollaborationCore", package: "swift-collaboration"),
                .product(name: "CollaborationServer", package: "swift-collaboration"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "CollaborationService",
            dependencies: [
                "EtcdCollaborationStore", "OperatedStore", "SQLiteCollaborationStore",
                .target(name: "PostgreSQLCollaborationStore", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "CollaborationCrypto", package: "swift-collaboration"),
                .product(name: "CollaborationCore", package: "swift-collaboration"),
                .product(name: "CollaborationServer", package: "swift-collaboration"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ] + transitive,
            resources: (["link.html", "openapi.json", "options.json"] + pageFiles).map { .embedInCode($0) },
            swiftSettings: settings
        ),
        .testTarget(
            name: "SQLiteCollaborationStoreTests",
            dependencies: [
                "SQLiteCollaborationStore",
                .product(name: "CollaborationTesting", package: "swift-collaboration"),
            ]
        ),
        .testTarget(
            name: "PostgreSQLCollaborationStoreTests",
            dependencies: [
                "PostgreSQLCollaborationStore",
                .product(name: "CollaborationTesting", package: "swift-collaboration"),
            ]
        ),
        .testTarget(
            name: "EtcdCollaborationStoreTests",
            dependencies: [
                "EtcdCollaborationStore",
                .product(name: "CollaborationTesting", package: "swift-collaboration"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "CollaborationServiceTests",
            dependencies: [
                "CollaborationService",
                "EtcdCollaborationStore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "CollaborationCrypto", package: "swift-collaboration"),
                .product(name: "CollaborationTesting", package: "swift-collaboration"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
    ]
)

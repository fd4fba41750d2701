// swift-tools-version: 6.3
import PackageDescription

func product(_ name: String) -> Target.Dependency {
    .product(name: name, package: "swift-collaboration")
}

let package = Package(
    name: "Recipes",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "RecipeApp", targets: ["RecipeApp"])],
    dependencies: [.package(name: "swift-collaboration", path: "../swift-collaboration")],
    targets: [
        .target(
            name: "RecipeApp",
            dependencies: [
                product("CollaborationClient"), product("CollaborationModels"), product("CollaborationCore"),
            ]
        ),
        .executableTarget(
            name: "Play",
            dependencies: ["RecipeApp", product("CollaborationServer"), product("CollaborationTesting")]
        ),
    ]
)

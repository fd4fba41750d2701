import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import OperatedStore

@testable import CollaborationService

/// A service on a store in memory, whose clock stands still until a test moves it.
struct TestServer: Sendable {
    let log = InMemoryLogHandler()
    let clock = Current(Date(timeIntervalSince1970: 2_000_000_000))
    let secret = [UInt8](repeating: 7, count: 32)
    private let folder = TemporaryFolder()
    static let backendToken = Data(1...32).base64EncodedString()
    var routes: Routes

    init(
        store: any OperatedStore = StubStore(),
        demo: Demo? = nil,
        limit: AccountLimit? = nil,
        bodies: BodyMemory = BodyMemory()
    ) async throws {
        let clock = self.clock
        let store = Database(store)
        let keys = Keys(
            collaborations: Collaborations(
                store: store,
                key: ChallengeKey(),
                offering: try CollaborationShareOptions(optionsGroups: [
                    .picker(
                        identifier: "permission",
                        options: [
                            CollaborationOption(title: "Can make changes", identifier: "write"),
                            CollaborationOption(title: "Read only", identifier: "read"),
                        ]
                    )
                ]),
                configuration: try Collaborations.Configuration(clock: { clock.value })
            ),
            backend: BackendTokens([[UInt8](1...32)])
        )
        routes = Routes(
            store: store,
            keys: Current(keys),
            accounts: AccountTokens(keys: [try await TokenKey(secret: secret)], clock: { clock.value }),
            limit: limit,
            audit: try AuditLog(path: folder.path + "/audit.log"),
            demo: demo,
            bodies: bodies
        )
    }

    /// The reasons of the refusals so far, as the log has them.
    var reasons: [String] {
        log.entries.filter { $0.message == "Refused" }.compactMap { $0.metadata["reason"]?.description }
    }

    /// The lines of the audit log so far.
    var acts: [AuditLine] { get throws { try folder.acts } }

    func run(_ story: @Sendable (TestClient) async throws -> Void) async throws {
        let routers = (0..<2).map { _ in Server.router(mode: .production, Draining()) }
        routes.addRoutes(to: routers[0])
        routes.addBackendRoutes(to: routers[1])
        let logger = Logger(label: "test") { _ in log }
        let operations = Application(router: routers[1], logger: logger)
        try await Application(router: routers[0], logger: logger).test(.router) { client in
            try await operations.test(.router) { operations in
                try await story(TestClient(client: client, operations: operations, accounts: routes.accounts))
            }
        }
    }
}

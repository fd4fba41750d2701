import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Synchronization

@testable import CollaborationService

/// A service on a store in memory, whose clock stands still until a test moves it.
struct TestServer: Sendable {
    let log = InMemoryLogHandler()
    let clock = TestDate()
    let secret = [UInt8](repeating: 7, count: 32)
    static let backendToken = Data(1...32).base64EncodedString()
    var routes: Routes

    init(
        store: any CollaborationStore = InMemoryCollaborationStore(),
        demo: Demo? = nil,
        limit: AccountLimit? = nil,
        bodies: BodyMemory = BodyMemory()
    ) throws {
        let clock = self.clock
        routes = Routes(
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
                configuration: try Collaborations.Configuration(clock: { clock.date })
            ),
            accounts: AccountTokens(keys: [.secret(secret)], clock: { clock.date }),
            backend: BackendTokens([[UInt8](1...32)]),
            limit: limit,
            demo: demo,
            bodies: bodies
        )
    }

    /// The reasons of the refusals so far, as the log has them.
    var reasons: [String] {
        log.entries.filter { $0.message == "Refused" }.compactMap { $0.metadata["reason"]?.description }
    }

    func run(_ story: @Sendable (TestClient) async throws -> Void) async throws {
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestChecks(mode: .production, draining: Draining()))
        router.add(middleware: RequestMetrics())
        routes.addRoutes(to: router)
        let logger = Logger(label: "test") { _ in log }
        try await Application(router: router, logger: logger).test(.router) { client in
            try await story(TestClient(client: client, accounts: routes.accounts))
        }
    }
}

/// A clock that a test moves.
final class TestDate: Sendable {
    private let now = Mutex(Date(timeIntervalSince1970: 2_000_000_000))

    var date: Date { now.withLock { $0 } }

    func advance(by seconds: TimeInterval) { now.withLock { $0 += seconds } }
}

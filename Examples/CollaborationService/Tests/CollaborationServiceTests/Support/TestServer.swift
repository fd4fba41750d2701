import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Synchronization

@testable import CollaborationService

/// A server on stores in memory, whose clock stands still until a test moves it.
struct TestServer: Sendable {
    let log = InMemoryLogHandler()
    let clock = TestDate()
    let secret = [UInt8](repeating: 7, count: 32)
    var documents: DocumentStore { service.documents }
    var collaborations: CollaborationAccess { service.collaborations }
    let service: DocumentService

    init(
        documents: any CollaborationStore = InMemoryCollaborationStore(),
        collaborations: any CollaborationStore = InMemoryCollaborationStore(),
        events: EventStream? = nil,
        documentLimit: Int = 10_000,
        requestLimit: RateLimit? = nil,
        bodies: BodyMemory = BodyMemory()
    ) async throws {
        let clock = self.clock
        service = DocumentService(
            documents: DocumentStore(documents, collaborations),
            collaborations: CollaborationAccess(
                store: collaborations,
                challenges: try ChallengeAuthority(key: ChallengeKey(), clock: { clock.date })
            ),
            accounts: AccountTokens(keys: [.secret(secret)], clock: { clock.date }),
            documentLimit: documentLimit,
            requestLimit: requestLimit,
            events: events,
            bodies: bodies
        )
    }

    /// The reasons of the refusals so far, as the log has them.
    var reasons: [String] {
        log.entries.filter { $0.message == "Refused" }.compactMap { $0.metadata["reason"]?.description }
    }

    func run(_ story: @Sendable (TestClient) async throws -> Void) async throws {
        let logger = Logger(label: "test") { _ in log }
        try await Application(router: service.router(), logger: logger).test(.router) { client in
            try await story(TestClient(client: client, accounts: service.accounts))
        }
    }
}

extension DocumentStore {
    /// Documents in one store, whose collaborations are in another one.
    init(
        _ records: any CollaborationStore,
        _ collaborations: any CollaborationStore = InMemoryCollaborationStore()
    ) {
        self.init(records) { document, collaboration in
            let document = try await records.record(of: document)
            return (document, try await collaborations.record(of: collaboration))
        }
    }
}

/// A clock that a test moves.
final class TestDate: Sendable {
    private let now = Mutex(Date(timeIntervalSince1970: 2_000_000_000))

    var date: Date { now.withLock { $0 } }

    func advance(by seconds: TimeInterval) { now.withLock { $0 += seconds } }
}

extension DocumentService {
    /// Makes a router with all routes.
    func router() -> Router<AppContext> {
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        addRoutes(to: router)
        return router
    }
}

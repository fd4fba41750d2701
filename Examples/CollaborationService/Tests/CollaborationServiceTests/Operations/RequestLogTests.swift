import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import NIOCore
import Testing

@testable import CollaborationService

@Suite("Log of requests")
struct RequestLogTests {
    private struct Bug: Error {}

    @Test(
        "A request that ends because its client has left or the server stops is not logged as an error",
        arguments: [
            (CancellationError(), [.info], .serviceUnavailable),
            (IOError(errnoCode: 104, reason: "read"), [], .internalServerError),
            (ChannelError.inputClosed, [], .internalServerError),
            (Bug(), [.error], .internalServerError),
        ] as [(any Error, [Logger.Level], HTTPResponse.Status)]
    )
    func level(error: any Error, levels: [Logger.Level], status: HTTPResponse.Status) async throws {
        let log = InMemoryLogHandler()
        let router = Router(context: AppContext.self)
        router.add(middleware: RequestMetrics())
        router.add(middleware: ErrorAnswers())
        router.get("a") { _, _ -> HTTPResponse.Status in throw error }
        try await Application(router: router, logger: Logger(label: "test") { _ in log }).test(.router) {
            client async throws in
            #expect(try await client.execute(uri: "/a", method: .get).status == status)
        }
        #expect(log.entries.map(\.level) == levels)
    }
}

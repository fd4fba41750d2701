import Hummingbird
import ServiceLifecycle
import Synchronization

/// The time between SIGTERM and the end of accepting connections, in which a proxy takes the server out.
final class Draining: Service {
    private let time: Duration
    private let stage = Atomic(0)

    init(time: Duration = .zero) { self.time = time }

    /// Whether the server is not ready, and answers as before.
    var hasBegun: Bool { stage.load(ordering: .relaxed) > 0 }

    /// Whether no connection is accepted any more, and each answer ends its own.
    var isOver: Bool { stage.load(ordering: .relaxed) > 1 }

    func run() async throws {
        try? await gracefulShutdown()
        stage.store(1, ordering: .relaxed)
        try? await Task.sleep(for: time)
        // The server stops to accept connections after this. If answers ended theirs before, a proxy would open others just then.
        Task {
            try? await Task.sleep(for: min(time, .seconds(1)))
            stage.store(2, ordering: .relaxed)
        }
    }
}

/// Gives a response the form that its connection needs, also when the request fails.
///
/// That to HEAD has no body (RFC 9110, section 9.3.2), which the client would take for the beginning of the next response.
/// While the server stops, each response ends its connection.
struct ResponseForm: RouterMiddleware {
    let draining: Draining

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        if draining.isOver { response.headers[.connection] = "close" }
        return request.method == .head ? response.createHeadResponse() : response
    }
}

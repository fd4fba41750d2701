import Hummingbird
import Metrics
import NIOCore
import NIOHTTP1
import NIOSSL

/// Counts and times the requests by route, method and status, and logs an error that nobody expected.
struct RequestMetrics: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        let start = ContinuousClock.now
        var status = HTTPResponse.Status.internalServerError
        defer {
            // A client may make up methods and paths: only those of the routes have series of their own.
            let isKnown = [.get, .post, .put, .delete].contains(request.method)
            let method = isKnown ? request.method.rawValue : "other"
            let dimensions = [("route", context.endpointPath ?? "NotFound"), ("method", method)]
            Counter(label: "http_requests", dimensions: dimensions + [("status", "\(status.code)")]).increment()
            Timer(label: "http_request_duration", dimensions: dimensions).record(duration: .now - start)
        }
        do {
            let response = try await next(request, context)
            status = response.status
            return response
        } catch {
            switch error {
            case let error as any HTTPResponseError: status = error.status
            case is HTTPParserError, is IOError, is ChannelError, is NIOSSLError, is BoringSSLError:
                // The client has sent something else than HTTP, or has closed the connection before the end of its body.
                status = .badRequest
            default: context.logger.error("Request failed", metadata: ["error": "\(error)"])
            }
            throw error
        }
    }
}

import Hummingbird
import Metrics
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// Counts and times the requests by route, method and status, and logs an error that nobody expected.
struct RequestMetrics: RouterMiddleware {
    private let series = RequestSeries()

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        let start = ContinuousClock.now
        let status: HTTPResponse.Status
        defer { series.record(request.method, context.endpointPath, status, .now - start) }
        do {
            let response = try await next(request, context)
            status = response.status
            return response
        } catch let error as any HTTPResponseError {
            status = error.status
            throw error
        } catch  where error.isOfTheConnection {
            status = .badRequest
            throw error
        } catch {
            context.logger.error("Request failed", metadata: ["error": "\(error)"])
            status = .internalServerError
            throw error
        }
    }
}

extension Error {
    /// Whether the client has sent something else than HTTP, or has closed the connection before the end of its body.
    fileprivate var isOfTheConnection: Bool {
        self is HTTPParserError || self is IOError || self is ChannelError || self is NIOSSLError
            || self is BoringSSLError
    }
}

/// The series of the requests, so that a request finds its own by one look-up.
private final class RequestSeries: Sendable {
    private struct Key: Hashable { let method: HTTPRequest.Method, route: String, status: Int }
    private struct Series: Sendable { let count: Counter, duration: Timer }

    private let all = Mutex<[Key: Series]>([:])

    func record(
        _ method: HTTPRequest.Method,
        _ route: String?,
        _ status: HTTPResponse.Status,
        _ duration: Duration
    ) {
        // A client may make up methods and paths: only those of the routes have series of their own.
        let isKnown = [.get, .post, .put, .delete].contains(method)
        let key = Key(method: isKnown ? method : .other, route: route ?? "NotFound", status: status.code)
        let series = all.withLock { all in
            let series = all[key] ?? Self.series(key)
            all[key] = series
            return series
        }
        series.count.increment()
        series.duration.record(duration: duration)
    }

    private static func series(_ key: Key) -> Series {
        let dimensions = [("route", key.route), ("method", key.method.rawValue)]
        return Series(
            count: Counter(label: "http_requests", dimensions: dimensions + [("status", "\(key.status)")]),
            duration: Timer(label: "http_request_duration", dimensions: dimensions)
        )
    }
}

extension HTTPRequest.Method {
    fileprivate static let other = HTTPRequest.Method("other") ?? .trace
}

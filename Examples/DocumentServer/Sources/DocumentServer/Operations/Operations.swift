import Hummingbird
import NIOCore

/// What every request passes before the routes of the documents, and the routes for those who run the server.
struct Operations: Sendable {
    let metrics: PrometheusMetrics
    let readiness: Readiness
    let limits: LimitSettings
    let isBehindProxy: Bool

    /// Adds all of it to a router that has no routes yet: a middleware is only for the routes that follow.
    func add(to router: Router<AppContext>) {
        router.add(middleware: HeadResponses())
        router.add(middleware: TracingMiddleware())
        router.add(middleware: RequestMetrics())

        router.get("health") { _, _ in HTTPResponse.Status.ok }
        router.get("ready") { _, _ in
            let answer = await readiness.answer()
            let status: HTTPResponse.Status = answer == .ready ? .ok : .serviceUnavailable
            return Response(
                status: status,
                headers: [.contentType: "text/plain"],
                body: .init(answer.rawValue)
            )
        }
        router.get("metrics") { _, _ in
            let headers: HTTPFields = [.contentType: "text/plain; version=0.0.4; charset=utf-8"]
            return Response(status: .ok, headers: headers, body: .init(metrics.text))
        }

        if let limit = RateLimit.ofAddresses(limits.address, behindProxy: isBehindProxy) {
            router.add(middleware: limit)
        }
    }
}

extension ResponseBody {
    fileprivate init(_ text: String) { self.init(byteBuffer: ByteBuffer(string: text)) }
}

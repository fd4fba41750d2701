import Hummingbird
import NIOCore

/// What every request passes before the routes of the documents, and the routes for those who run the server.
struct Operations: Sendable {
    let metrics: PrometheusMetrics
    let readiness: Readiness
    let draining: Draining
    let clock: ClockCheck
    let mode: Settings.Mode
    let limits: LimitSettings
    let isBehindProxy: Bool

    /// Adds all of it to a router.
    ///
    /// The router must have no routes yet, because a middleware applies only to the routes that are added after it.
    func add(to router: Router<AppContext>) {
        router.add(middleware: ResponseForm(draining: draining))
        router.add(middleware: TracingMiddleware())
        router.add(middleware: RequestMetrics())
        router.add(middleware: Hosts(mode: mode))
        router.add(middleware: PathSpelling())

        let exact = router.group().add(middleware: ExactPath())
        exact.get("health") { _, _ in HTTPResponse.Status.ok }
        exact.get("ready") { _, _ in
            let answer: Readiness.Answer =
                draining.hasBegun ? .draining : clock.isWrong ? .clockWrong : await readiness.answer()
            let status: HTTPResponse.Status = answer == .ready ? .ok : .serviceUnavailable
            return Response(
                status: status,
                headers: [.contentType: "text/plain"],
                body: .init(answer.rawValue)
            )
        }

        // The others take microseconds. The metrics take longer, the more of them there are.
        if let limit = RateLimit.ofAddresses(limits.address, behindProxy: isBehindProxy) {
            router.add(middleware: limit)
        }
        router.group().add(middleware: ExactPath()).get("metrics") { request, _ in
            // The proxy passes on the requests of strangers. Whoever runs the server asks it directly.
            guard !isBehindProxy || !request.isForwarded else { throw HTTPError(.notFound) }
            let headers: HTTPFields = [.contentType: "text/plain; version=0.0.4; charset=utf-8"]
            return Response(status: .ok, headers: headers, body: .init(metrics.text + ProcessMetrics.text))
        }
    }
}

extension ResponseBody {
    fileprivate init(_ text: String) { self.init(byteBuffer: ByteBuffer(string: text)) }
}

import Hummingbird
import Metrics

extension Server {
    /// Adds what every request passes before the routes of the documents, and the routes for those who run the server.
    ///
    /// The router must have no routes yet, because a middleware applies only to the routes that are added after it.
    func addOperations(to router: Router<AppContext>, clock: ClockCheck) {
        let isBehindProxy = settings.http.isBehindProxy
        let readiness = Readiness(timeout: readinessTimeout, check: stores.check)
        router.add(middleware: ResponseForm(draining: draining))
        router.add(middleware: TracingMiddleware())
        router.add(middleware: RequestMetrics())
        router.add(middleware: Hosts(mode: settings.mode))
        router.add(middleware: PathSpelling())

        let exact = router.group().add(middleware: ExactPath())
        exact.get("health") { _, _ in HTTPResponse.Status.ok }
        exact.get("ready") { _, _ in
            let answer: Readiness.Answer =
                draining.hasBegun ? .draining : clock.isWrong ? .clockWrong : await readiness.answer()
            let status: HTTPResponse.Status = answer == .ready ? .ok : .serviceUnavailable
            return Response(answer.rawValue.utf8, "text/plain", status: status)
        }

        // The others take microseconds. The metrics take longer, the more of them there are.
        if let limit = RateLimit.ofAddresses(settings.limits.address, behindProxy: isBehindProxy) {
            router.add(middleware: limit)
        }
        router.group().add(middleware: ExactPath()).get("metrics") { request, _ in
            // The proxy passes on the requests of strangers. Whoever runs the server asks it directly.
            guard !isBehindProxy || !request.isForwarded else { throw HTTPError(.notFound) }
            Meter(label: "database_statements_waiting").set(stores.waitingCount())
            let text = metrics.text + ProcessMetrics.text
            return Response(text.utf8, "text/plain; version=0.0.4; charset=utf-8")
        }
    }
}

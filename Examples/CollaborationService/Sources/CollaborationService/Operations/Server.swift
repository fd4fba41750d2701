import CollaborationServer
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import Metrics
import NIOCore
import ServiceLifecycle

/// The server with its settings and its store.
struct Server: Sendable {
    let settings: Settings
    let store: Database
    let logger: Logger
    var metrics = PrometheusMetrics()

    /// The greatest number of open connections, of which each takes about 25 KiB.
    var maximumConnections = 2500

    var draining = Draining()

    /// Serves until SIGTERM or SIGINT, then finishes the requests that are open and closes the database.
    static func run(_ settings: Settings) async throws(StartError) {
        LoggingSystem.bootstrap { _ in LineLogHandler(logLevel: settings.logLevel) }
        // Before the store, which makes its metrics when it is opened.
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let server = Server(
            settings: settings,
            store: try await Database.open(settings.database),
            logger: Logger(label: "CollaborationService"),
            metrics: metrics,
            draining: Draining(time: settings.http.drainTime)
        )
        // So that an alert on their rate sees the first one.
        for label in ["log_lines_lost", "database_failures"] { Counter(label: label).increment(by: 0) }
        do {
            let application = try server.application { port in
                let scheme = settings.http.tls == nil ? "http" : "https"
                _ = StandardStream.output.write("Serving on \(scheme)://\(settings.http.authority(port))\n")
            }
            var configuration = ServiceGroupConfiguration(
                // They stop in the opposite order.
                services: [application, server.draining],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: server.logger
            )
            configuration.maximumGracefulShutdownDuration = settings.http.drainTime * 2 + .seconds(30)
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            let address = settings.http.authority(settings.http.port)
            throw StartError("The server cannot listen on \(address), or has stopped: \(error)")
        }
    }

    /// Makes the application, which calls a closure with the port when it is run and listens.
    func application(
        onServing: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws -> Application<RouterResponder<AppContext>> {
        let database = DatabaseCheck(logger: logger) { try await store.base.check() }
        let backend = BackendTokens(settings.backendTokens)
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        addOperations(to: router, database, backend: backend)
        Routes(
            collaborations: Collaborations(
                store: store,
                key: settings.challengeKey,
                offering: settings.options,
                configuration: settings.collaborations
            ),
            accounts: settings.accounts,
            backend: backend,
            limit: settings.rate == 0
                ? nil : AccountLimit(buckets: TokenBuckets(rate: settings.rate, size: settings.rate * 4)),
            database: database,
            demo: settings.mode == .development ? Demo() : nil,
            publicURL: settings.http.publicURL,
            appIDs: settings.http.appIDs
        ).addRoutes(to: router)
        var application = Application(
            router: router,
            server: try connections(),
            configuration: ApplicationConfiguration(address: .hostname(settings.http.host, port: settings.http.port)),
            // They stop in the opposite order, after the requests.
            services: [store, database],
            onServerRunning: { channel in
                let pipeline = channel.pipeline
                try? await channel.eventLoop.submit { try AcceptedConnections.add(to: pipeline.syncOperations) }.get()
                await onServing(channel.localAddress?.port ?? 0)
            },
            logger: logger
        )
        application.beforeServerStarts { await database.ask() }
        return application
    }

    /// How connections are handled: with limits and time-outs, and with TLS if there is a certificate.
    private func connections() throws -> HTTPServerBuilder {
        let http = settings.http
        let maximumOfAddress = http.isBehindProxy || settings.rate == 0 ? Int.max : 300
        let maximum = OpenConnections.possible(of: maximumConnections)
        let open = OpenConnections(maximum: maximum, maximumOfAddress: maximumOfAddress)
        let http1 = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionHandler(open, drainTime: http.drainTime)],
                idleTimeout: .seconds(60),
                // A connection keeps as much of a head that is too large until it ends.
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16_384,
                    maxHeaderListSize: 32_768,
                    maxHeaderFieldCount: 100
                )
            )
        )
        return try http.tls.map { try .tls(http1, tlsConfiguration: $0) } ?? http1
    }

    /// Adds what every request passes before the routes, and the routes for those who run the server.
    ///
    /// The router must have no routes yet, because a middleware applies only to the routes that are added after it.
    private func addOperations(to router: Router<AppContext>, _ database: DatabaseCheck, backend: BackendTokens) {
        let isBehindProxy = settings.http.isBehindProxy
        router.add(middleware: RequestChecks(mode: settings.mode, draining: draining))
        router.add(middleware: RequestMetrics())

        router.get("health") { _, _ in HTTPResponse.Status.ok }
        router.get("ready") { _, _ in
            let answer = draining.hasBegun ? "draining" : database.answer.rawValue
            return Response(answer.utf8, "text/plain", status: answer == "ready" ? .ok : .serviceUnavailable)
        }

        // The others take microseconds. The metrics take longer, the more of them there are.
        if settings.rate > 0 {
            let buckets = TokenBuckets(rate: settings.rate * 4, size: settings.rate * 20)
            router.add(middleware: AddressLimit(buckets: buckets, backend: backend, isBehindProxy: isBehindProxy))
        }
        router.get("metrics") { request, _ in
            // The proxy passes on the requests of strangers. Whoever runs the server asks it directly.
            guard !isBehindProxy || !request.isForwarded else { throw HTTPError(.notFound) }
            return Response(metrics.text.utf8, "text/plain; version=0.0.4; charset=utf-8")
        }
    }
}

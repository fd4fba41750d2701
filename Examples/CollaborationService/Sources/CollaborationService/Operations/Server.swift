import CollaborationServer
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import Metrics
import NIOCore
import ServiceLifecycle

/// The server with its settings and its store: one port for the Internet, and one for the back end and those who run it.
struct Server: Sendable {
    typealias App = Application<RouterResponder<AppContext>>

    let settings: Settings
    let store: Database
    let audit: AuditLog
    let logger: Logger
    var metrics = PrometheusMetrics()

    /// The greatest number of open connections of the Internet, of which each takes about 25 KiB, and of the back end.
    var maximumConnections = 2500
    var maximumOperationsConnections = 500

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
            audit: try AuditLog(path: settings.auditFile, mayLose: settings.auditMayLose),
            logger: Logger(label: "CollaborationService"),
            metrics: metrics,
            draining: Draining(time: settings.http.drainTime)
        )
        // So that an alert on their rate sees the first one.
        for label in ["log_lines_lost", "audit_lines_lost", "database_failures"] {
            Counter(label: label).increment(by: 0)
        }
        let http = settings.http
        do {
            let application = try server.application { port, operationsPort in
                let addresses = [(http.host, port), (http.operationsHost, operationsPort)].map {
                    HTTPSettings.url($0, $1, tls: http.tls)
                }
                _ = StandardStream.output.write("Operations on \(addresses[1])\nServing on \(addresses[0])\n")
            }
            var configuration = ServiceGroupConfiguration(
                // They stop in the opposite order.
                services: [application, server.draining],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: server.logger
            )
            configuration.maximumGracefulShutdownDuration = http.drainTime * 2 + .seconds(30)
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            let addresses = "\(http.host):\(http.port) or \(http.operationsHost):\(http.operationsPort)"
            // No such name, or no address of this machine.
            let isWrong = error is SocketAddressError.UnknownHost || (error as? IOError)?.errnoCode == EADDRNOTAVAIL
            let sentence = "The server cannot listen on \(addresses), or has stopped: \(error)"
            throw StartError(sentence, status: isWrong ? .configuration : .failure)
        }
    }

    /// Makes the application, which runs that of the operations too, and calls a closure with the ports when both listen.
    func application(
        onServing: @escaping @Sendable (_ port: Int, _ operationsPort: Int) async -> Void = { _, _ in }
    ) throws -> App {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let (internet, operations, database, changes) = try applications(
            onServing: { number in
                for await operationsPort in ports { return await onServing(number, operationsPort) }
            },
            onOperations: { port.yield($0) }
        )
        var application = internet
        // They stop in the opposite order, after the requests.
        application.addServices(store, database, operations, changes)
        application.beforeServerStarts { await database.ask() }
        return application
    }

    /// Makes the applications for the Internet and for the operations, and the services that both need.
    func applications(
        onServing: @escaping @Sendable (Int) async -> Void = { _ in },
        onOperations: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> (App, operations: App, DatabaseCheck, ChangeFeed) {
        let database = DatabaseCheck(logger: logger) {
            _ = try await store.base.record(of: "ready")
            return try await store.base.check()
        }
        let routes = Routes(
            store: store,
            collaborations: settings.collaborations(in: store),
            maximumStartedCount: settings.maximumStartedCount,
            accounts: settings.accounts,
            backend: BackendTokens(settings.backendTokens),
            limit: settings.rate == 0
                ? nil : AccountLimit(buckets: TokenBuckets(rate: settings.rate, size: settings.rate * 4)),
            audit: audit,
            database: database,
            demo: settings.mode == .development ? Demo() : nil,
            link: settings.http.link,
            appIDs: settings.http.appIDs
        )
        let (router, operations) = (router(), router())
        if settings.rate > 0 {
            let buckets = TokenBuckets(rate: settings.rate * 4, size: settings.rate * 20)
            router.add(middleware: AddressLimit(buckets: buckets, isBehindProxy: settings.http.isBehindProxy))
        }
        routes.addRoutes(to: router)
        addOperations(to: operations, database)
        routes.addBackendRoutes(to: operations)
        let http = settings.http
        let maximumOfAddress = http.isBehindProxy || settings.rate == 0 ? Int.max : 300
        let possible = OpenConnections.possible(of: maximumConnections + maximumOperationsConnections)
        let forOperations = min(maximumOperationsConnections, (possible + 4) / 5)
        var operationsApplication = try application(
            operations,
            (http.operationsHost, http.operationsPort),
            OpenConnections(maximum: forOperations, label: "operations_connections"),
            // No proxy has to learn of it.
            drainTime: min(http.drainTime, .seconds(1)),
            onOperations
        )
        operationsApplication.beforeServerStarts { await database.ask() }
        return (
            try application(
                router,
                (http.host, http.port),
                OpenConnections(
                    maximum: possible - forOperations,
                    maximumOfAddress: maximumOfAddress,
                    isBehindProxy: http.isBehindProxy
                ),
                drainTime: http.drainTime,
                onServing
            ),
            operationsApplication, database, routes.changes
        )
    }

    private func application(
        _ router: Router<AppContext>,
        _ address: (host: String, port: Int),
        _ connections: OpenConnections,
        drainTime: Duration,
        _ onServing: @escaping @Sendable (Int) async -> Void
    ) throws -> App {
        Application(
            router: router,
            server: try server(connections, drainTime: drainTime),
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
            onServerRunning: { channel in
                let pipeline = channel.pipeline
                try? await channel.eventLoop.submit { try AcceptedConnections.add(to: pipeline.syncOperations) }.get()
                await onServing(channel.localAddress?.port ?? 0)
            },
            logger: logger
        )
    }

    /// How connections are handled: with limits and time-outs, and with TLS if there is a certificate.
    private func server(_ connections: OpenConnections, drainTime: Duration) throws -> HTTPServerBuilder {
        let http1 = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionHandler(connections, drainTime: drainTime)],
                idleTimeout: .seconds(60),
                // A connection keeps as much of a head that is too large until it ends.
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16_384,
                    maxHeaderListSize: 32_768,
                    maxHeaderFieldCount: 100
                )
            )
        )
        return try settings.http.tls.map { try .tls(http1, tlsConfiguration: $0) } ?? http1
    }

    /// A router with what every request passes before the routes.
    ///
    /// It has no routes yet, because a middleware applies only to the routes that are added after it.
    private func router() -> Router<AppContext> {
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestChecks(mode: settings.mode, draining: draining))
        router.add(middleware: RequestMetrics())
        return router
    }

    /// Adds the routes for those who run the server.
    private func addOperations(to router: Router<AppContext>, _ database: DatabaseCheck) {
        router.get("health") { _, _ in HTTPResponse.Status.ok }
        router.get("ready") { _, _ in
            let answer = draining.hasBegun ? "draining" : database.answer.rawValue
            return Response(answer.utf8, "text/plain", status: answer == "ready" ? .ok : .serviceUnavailable)
        }
        router.get("metrics") { _, _ in
            Response((ProcessMetrics.text + metrics.text).utf8, "text/plain; version=0.0.4; charset=utf-8")
        }
    }
}

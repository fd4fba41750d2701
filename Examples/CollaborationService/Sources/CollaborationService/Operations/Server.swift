import CollaborationServer
import Foundation
import Hummingbird
import HummingbirdTLS
import Logging
import Metrics
import ServiceLifecycle

/// The server with its settings and its stores.
struct Server: Sendable {
    let settings: Settings
    let stores: Stores
    let accounts: AccountTokens
    let logger: Logger
    let metrics = PrometheusMetrics()

    /// How long the database may take to answer before the server is not ready.
    var readinessTimeout = Duration.seconds(1)

    /// Tells the time that is compared with that of the database.
    var now: @Sendable () -> Date = { Date() }

    var draining = Draining()

    /// Serves until SIGTERM or SIGINT, then finishes the requests that are open and closes the database.
    static func run(_ settings: Settings) async throws(StartError) {
        LoggingSystem.bootstrap { _ in
            LineLogHandler(format: settings.log.format, logLevel: settings.log.level)
        }
        let server = Server(
            settings: settings,
            stores: try await Stores.open(settings.database),
            accounts: AccountTokens(settings.accounts),
            logger: Logger(label: "CollaborationService"),
            draining: Draining(time: settings.http.drainTime)
        )
        MetricsSystem.bootstrap(server.metrics)
        let application = try server.application { port in
            let scheme = settings.http.certificate == nil ? "http" : "https"
            let sentence = "Serving on \(scheme)://\(settings.http.authority(port))"
            settings.log.format.print(sentence, .info, to: .standardOutput)
        }
        var configuration = ServiceGroupConfiguration(
            // They stop in the opposite order.
            services: [application, server.draining],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: server.logger
        )
        configuration.maximumGracefulShutdownDuration =
            settings.http.drainTime * 2 + settings.http.shutdownTimeout
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            throw StartError(listening: error, on: settings.http)
        }
    }

    /// The connections that the settings and the limit of open files allow.
    private var maximumConnections: Int {
        let wanted = settings.http.maximumConnections
        let possible = OpenFileLimit.connections(wanted: wanted)
        if possible < wanted {
            logger.info(
                "The limit of open files allows fewer connections than http.maximum-connections",
                metadata: ["connections": "\(possible)"]
            )
        }
        return possible
    }

    /// Makes the application, which listens when it is run.
    ///
    /// - Parameter onServing: Called with the port when the server listens.
    /// - Returns: The application, a service.
    /// - Throws: ``StartError`` if the certificate cannot be used.
    func application(
        onServing: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws(StartError) -> Application<RouterResponder<AppContext>> {
        let clock = ClockCheck(
            tolerance: settings.challenges.authority.clockTolerance,
            logger: logger,
            now: now,
            databaseTime: stores.time
        )
        let service = documentService(clock)
        let http = settings.http
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        addOperations(to: router, clock: clock)
        service.addRoutes(to: router)
        let (listening, listens) = AsyncStream.makeStream(of: Never.self)
        var application = Application(
            router: router,
            server: try http.connections(maximumOfAddress: settings.limits.addressConnections),
            configuration: ApplicationConfiguration(
                address: .hostname(http.host, port: http.port),
                availableConnectionsDelegate: .maximum(maximumConnections, logger: logger)
            ),
            // They stop in the opposite order, after the requests.
            services: [
                stores,
                MaintenanceService(
                    interval: .seconds(60),
                    logger: logger,
                    start: { for await _ in listening {} },
                    round: {
                        try await clock.check()
                        try await service.finishDeletions()
                    }
                ),
            ],
            onServerRunning: { channel in
                listens.finish()
                await onServing(channel.localAddress?.port ?? 0)
            },
            logger: logger
        )
        application.beforeServerStarts { try await clock.check() }
        return application
    }

    private func documentService(_ clock: ClockCheck) -> DocumentService {
        DocumentService(
            documents: stores.documents,
            collaborations: CollaborationAccess(
                store: stores.collaborations,
                challenges: settings.challenges.authority
            ),
            accounts: accounts,
            documentLimit: settings.limits.documents,
            requestLimit: RateLimit.ofAccounts(settings.limits.account),
            clock: clock,
            events: settings.mode == .development ? EventStream() : nil,
            publicURL: settings.http.publicURL,
            appIDs: settings.http.appIDs
        )
    }
}

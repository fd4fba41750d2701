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

    /// Serves until SIGTERM or SIGINT, then finishes the requests that are open and closes the database.
    static func run(_ settings: Settings) async throws(StartError) {
        LoggingSystem.bootstrap { label in
            LineLogHandler(label: label, format: settings.log.format, logLevel: settings.log.level)
        }
        let server = Server(
            settings: settings,
            stores: try await Stores.open(settings.database),
            accounts: await AccountTokens(settings.accounts),
            logger: Logger(label: "DocumentServer")
        )
        MetricsSystem.bootstrap(server.metrics)
        let application = try server.application { port in
            let scheme = settings.http.certificate == nil ? "http" : "https"
            FileHandle.standardOutput.write(
                Data("Serving on \(scheme)://\(settings.http.authority(port))\n".utf8)
            )
        }
        var configuration = ServiceGroupConfiguration(
            services: [application],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: server.logger
        )
        configuration.maximumGracefulShutdownDuration = settings.http.shutdownTimeout
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
        let service = documentService()
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        Operations(
            metrics: metrics,
            readiness: Readiness(timeout: readinessTimeout, check: stores.check),
            limits: settings.limits,
            isBehindProxy: settings.http.isBehindProxy
        ).add(to: router)
        service.addRoutes(to: router)
        return Application(
            router: router,
            server: try settings.http.connections(),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.http.host, port: settings.http.port),
                availableConnectionsDelegate: .maximum(maximumConnections, logger: logger)
            ),
            // They stop in the opposite order, after the requests.
            services: [
                stores,
                MaintenanceService(
                    interval: .seconds(60),
                    logger: logger,
                    finishDeletions: { try await service.finishDeletions() }
                ),
            ],
            onServerRunning: { await onServing($0.localAddress?.port ?? 0) },
            logger: logger
        )
    }

    private func documentService() -> DocumentService {
        DocumentService(
            documents: stores.documents,
            collaborations: CollaborationAccess(
                store: stores.collaborations,
                challenges: settings.challenges.authority
            ),
            accounts: accounts,
            documentLimit: settings.limits.documents,
            requestLimit: RateLimit.ofAccounts(settings.limits.account),
            events: settings.mode == .development ? EventStream() : nil,
            publicURL: settings.http.publicURL
        )
    }
}

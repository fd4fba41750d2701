import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import Metrics
import NIOCore
import NIOSSL
import ServiceLifecycle
import UnixSignals

/// The server with its settings and its store: one port for the Internet, and one for the back end and those who run it.
struct Server: Sendable {
    typealias App = Application<RouterResponder<AppContext>>
    typealias OnServing = @Sendable (_ internet: any Channel, _ operations: any Channel) async -> Void

    let settings: Settings
    var store: Database
    let audit: AuditLog
    let logger: Logger
    var metrics = PrometheusMetrics()
    var draining = Draining()

    /// What has replaced the certificate of the settings.
    let certificate = Current(NIOSSLContextConfigurationOverride.noChanges)

    /// Reads the settings again on SIGHUP; nil to leave it as it is.
    var reload: (hangups: UnixSignalsSequence, read: @Sendable () async throws(StartError) -> Settings)?

    /// Serves until SIGTERM or SIGINT, then finishes the requests that are open and closes the database.
    static func run(_ read: @escaping @Sendable () async throws(StartError) -> Settings) async throws(StartError) {
        let settings = try await read()
        // The end of a terminal ends the development mode. What comes before the server listens is read later.
        let hangups = settings.mode == .production ? await UnixSignalsSequence(trapping: .sighup) : nil
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
            draining: Draining(time: settings.http.drainTime),
            reload: hangups.map { ($0, read) }
        )
        // So that an alert on their rate sees the first one.
        for label in ["log_lines_lost", "audit_lines_lost", "database_failures"] {
            Counter(label: label).increment(by: 0)
        }
        // The line of an act that is refused when it is repeated, such as an end, comes no other time.
        defer {
            if !server.audit.isWritten {
                let lines: Logger.Metadata = ["lines": "\(server.audit.kept)"]
                server.logger.error("Add to the audit log, which cannot be written", metadata: lines)
            }
        }
        let http = settings.http
        do {
            let application = try server.application { internet, operations in
                let channels = [("Operations", http.operationsHost, operations), ("Serving", http.host, internet)]
                let lines = channels.map { name, host, channel in
                    let address = "\(host.contains(":") ? "[\(host)]" : host):\(channel.localAddress?.port ?? 0)"
                    return "\(name) on \(http.tls == nil ? "http" : "https")://\(address)\n"
                }
                _ = StandardStream.output.write(lines.joined())
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

    /// Makes the application, which runs that of the operations too, and calls a closure with the channels when both listen.
    func application(onServing: @escaping OnServing = { _, _ in }) throws -> App {
        let (internet, operations, services) = try applications(onServing: onServing)
        var application = internet
        // They stop in the opposite order, after the requests.
        application.addServices(store, operations)
        for service in services { application.addServices(service) }
        return application
    }

    /// Makes the applications for the Internet and for the operations, and the services that both need.
    func applications(
        onServing: @escaping OnServing = { _, _ in }
    ) throws -> (App, operations: App, services: [any Service]) {
        let http = settings.http
        let database = DatabaseCheck(logger: logger) {
            _ = try await store.base.record(of: "ready")
            return try await store.base.check()
        }
        let keys = Current(settings.keys(for: store))
        let routes = Routes(
            store: store,
            keys: keys,
            maximumStartedCount: settings.maximumStartedCount,
            accounts: settings.accounts,
            limit: settings.rate == 0
                ? nil : AccountLimit(buckets: TokenBuckets(rate: settings.rate, size: settings.rate * 4)),
            audit: audit,
            database: database,
            demo: settings.mode == .development ? Demo() : nil,
            link: http.link,
            appIDs: http.appIDs
        )
        let router = Self.router(mode: settings.mode, draining)
        let operationsRouter = Self.router(mode: settings.mode, draining)
        if settings.rate > 0 {
            let buckets = TokenBuckets(rate: settings.rate * 4, size: settings.rate * 20)
            router.add(middleware: AddressLimit(buckets: buckets, isBehindProxy: http.isBehindProxy))
        }
        routes.addRoutes(to: router)
        addOperations(to: operationsRouter, database)
        routes.addBackendRoutes(to: operationsRouter)
        // 2,500 of the Internet, each of which takes about 25 KiB, and 500 of the back end.
        let possible = OpenConnections.possible(of: 3000)
        let forOperations = min(500, (possible + 4) / 5)
        let (channels, listening) = AsyncStream.makeStream(of: (any Channel).self)
        var internet = try application(
            router,
            (http.host, http.port),
            OpenConnections(
                maximum: possible - forOperations,
                maximumOfAddress: http.isBehindProxy || settings.rate == 0 ? Int.max : 300,
                isBehindProxy: http.isBehindProxy
            ),
            drainTime: http.drainTime
        ) { channel in
            for await operations in channels { return await onServing(channel, operations) }
        }
        var operations = try application(
            operationsRouter,
            (http.operationsHost, http.operationsPort),
            OpenConnections(maximum: forOperations, label: "operations_connections"),
            // No proxy has to learn of it.
            drainTime: min(http.drainTime, .seconds(1))
        ) { listening.yield($0) }
        internet.beforeServerStarts { await database.ask() }
        operations.beforeServerStarts { await database.ask() }
        let reload = KeyReload(source: reload, logger: logger) { other throws(StartError) in
            try await settings.accounts.replaceKeys(from: other.accounts)
            var tls = NIOSSLContextConfigurationOverride()
            (tls.certificateChain, tls.privateKey) = (other.http.tls?.certificateChain, other.http.tls?.privateKey)
            (keys.value, certificate.value) = (other.keys(for: store), tls)
        }
        return (internet, operations, [database, routes.changes, settings.accounts, reload])
    }

    private func application(
        _ router: Router<AppContext>,
        _ address: (host: String, port: Int),
        _ connections: OpenConnections,
        drainTime: Duration,
        _ onServing: @escaping @Sendable (any Channel) async -> Void
    ) throws -> App {
        var server = HTTPServerBuilder.http1(
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
        if var tls = settings.http.tls {
            tls.sslContextCallback = { [certificate] _, promise in promise.succeed(certificate.value) }
            server = try .tls(server, tlsConfiguration: tls)
        }
        return Application(
            router: router,
            server: server,
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
            onServerRunning: { channel in
                if drainTime > .zero { try? await channel.pipeline.addHandler(LastConnections()) }
                await onServing(channel)
            },
            logger: logger
        )
    }

    /// A router with what every request passes before the routes.
    ///
    /// It has no routes yet, because a middleware applies only to the routes that are added after it.
    static func router(mode: Settings.Mode, _ draining: Draining) -> Router<AppContext> {
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestChecks(mode: mode, draining: draining))
        router.add(middleware: RequestMetrics())
        return router
    }

    private func addOperations(to router: Router<AppContext>, _ database: DatabaseCheck) {
        router.get("health") { _, _ in HTTPResponse.Status.ok }
        router.get("ready") { _, _ in
            let known = settings.accounts.hasKeys ? database.answer.rawValue : "no-account-keys"
            let written = audit.isWritten ? known : "audit-not-writable"
            let answer = draining.hasBegun ? "draining" : written
            return Response(answer.utf8, "text/plain", status: answer == "ready" ? .ok : .serviceUnavailable)
        }
        router.get("metrics") { _, _ in
            Response((ProcessMetrics.text + metrics.text).utf8, "text/plain; version=0.0.4; charset=utf-8")
        }
    }
}

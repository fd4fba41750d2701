import CollaborationServer
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The keys of the settings besides those of the tokens of accounts, as requests use them.
struct Keys: Sendable {
    let collaborations: Collaborations
    let backend: BackendTokens
}

/// A value that is replaced while others read it.
final class Current<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Reads the settings anew on SIGHUP while requests go on, and takes over the keys and the certificate.
struct KeyReload: Service {
    /// The signals since the start, and what reads all settings again; nil to leave SIGHUP as it is.
    let source: (hangups: UnixSignalsSequence, read: @Sendable () async throws(StartError) -> Settings)?
    let logger: Logger
    let apply: @Sendable (Settings) async throws(StartError) -> Void

    func run() async throws {
        guard let (hangups, read) = source else { return try await gracefulShutdown() }
        for await _ in hangups.cancelOnGracefulShutdown() {
            do throws(StartError) {
                try await apply(try await read())
                logger.notice("The keys and the certificate were read anew")
            } catch {
                logger.error("The settings are wrong, and the last keys stay", metadata: ["error": "\(error)"])
            }
        }
    }
}

import Synchronization

/// Runs statements of different callers together, since a round trip and a commit cost more than most statements.
///
/// While all connections have a group under way, the next one gathers.
final class QueryGroups<Connection: Sendable>: Sendable {
    private static var groupLimit: Int { 32 }

    private struct PendingQuery {
        let query: PostgreSQLQuery
        /// Groups of all servers lock their rows in the order of these, so that no two wait for each other.
        let order: [UInt8]
        let start: ContinuousClock.Instant
        let caller: CheckedContinuation<[[PostgreSQLValue]], any Error>
    }

    private struct State {
        var pending: [PendingQuery] = []
        var idle: [Connection]
        var isClosed = false
    }

    private let waiterLimit: Int
    private let waitingLimit: Duration
    private let run: @Sendable (Connection, [PostgreSQLQuery]) async throws -> [[[PostgreSQLValue]]]
    private let state: Mutex<State>

    /// - Parameters:
    ///   - waiterLimit: The number of statements that may wait at a time.
    ///   - waitingLimit: How long a statement may wait: it is refused when its turn comes later.
    ///   - run: Runs a group in one transaction, of which all or nothing is done, on a connection that runs no other one.
    init(
        _ connections: some Sequence<Connection>,
        waiterLimit: Int,
        waitingLimit: Duration,
        _ run: @escaping @Sendable (Connection, [PostgreSQLQuery]) async throws -> [[[PostgreSQLValue]]]
    ) {
        (self.waiterLimit, self.waitingLimit) = (waiterLimit, waitingLimit)
        self.run = run
        state = Mutex(State(idle: Array(connections)))
    }

    /// The number of statements that wait for a connection.
    var waitingCount: Int { state.withLock { $0.pending.count } }

    /// Runs a statement in the next group.
    func run(_ query: PostgreSQLQuery, order: [UInt8] = []) async throws -> [[PostgreSQLValue]] {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { caller in
            let idle: Result<Connection?, PostgreSQLError> = state.withLock { state in
                guard !state.isClosed else { return .failure(.closed) }
                guard state.pending.count < waiterLimit else { return .failure(.tooManyWaiting) }
                state.pending.append(PendingQuery(query: query, order: order, start: .now, caller: caller))
                return .success(state.idle.popLast())
            }
            switch idle {
            case .success(let connection?): Task { await runPending(on: connection) }
            case .success(nil): break
            case .failure(let error): caller.resume(throwing: error)
            }
        }
    }

    /// Refuses all statements that wait, and all later ones.
    func close() {
        let pending = state.withLock { state in
            state.isClosed = true
            defer { state.pending = [] }
            return state.pending
        }
        for pending in pending { pending.caller.resume(throwing: PostgreSQLError.closed) }
    }

    private func runPending(on connection: Connection) async {
        while true {
            let group = state.withLock { state in
                let group = state.pending.prefix(Self.groupLimit)
                state.pending.removeFirst(group.count)
                if group.isEmpty { state.idle.append(connection) }
                return group.sorted { $0.order.lexicographicallyPrecedes($1.order) }
            }
            guard !group.isEmpty else { return }
            await run(group, on: connection)
        }
    }

    private func run(
        _ pending: [PendingQuery],
        on connection: Connection,
        lateError: PostgreSQLError = .tooManyWaiting
    ) async {
        let limit = ContinuousClock.now - waitingLimit
        let group = pending.filter { $0.start >= limit }
        for late in pending where late.start < limit {
            late.caller.resume(throwing: lateError)
        }
        guard !group.isEmpty else { return }
        do {
            for (result, pending) in zip(try await run(connection, group.map(\.query)), group) {
                pending.caller.resume(returning: result)
            }
        } catch PostgreSQLError.statementFailed(let sqlState, let message) where group.count > 1 {
            // Nothing was done. Each is tried alone, while there is time, so that only the one that fails is refused.
            let error = PostgreSQLError.statementFailed(sqlState: sqlState, message: message)
            for pending in group { await run([pending], on: connection, lateError: error) }
        } catch {
            for pending in group { pending.caller.resume(throwing: error) }
        }
    }
}

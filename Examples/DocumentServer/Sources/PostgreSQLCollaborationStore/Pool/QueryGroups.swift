import Synchronization

/// Runs statements of different callers together, since a round trip and a commit cost more than most statements.
///
/// While two groups are under way, the next one gathers.
final class QueryGroups: Sendable {
    private static let runnerLimit = 2
    private static let groupLimit = 32

    private struct PendingQuery {
        let query: PostgreSQLQuery
        /// Groups of all servers lock their rows in the order of these, so that no two wait for each other.
        let order: [UInt8]
        let caller: CheckedContinuation<PostgreSQLResult, any Error>
    }

    private let waiterLimit: Int
    private let run: @Sendable ([PostgreSQLQuery]) async throws -> [PostgreSQLResult]
    private let state = Mutex<(pending: [PendingQuery], runnerCount: Int)>(([], 0))

    /// Makes groups.
    ///
    /// - Parameters:
    ///   - waiterLimit: The number of statements that may wait at a time.
    ///   - run: Runs a group in one transaction, of which all or nothing is done.
    init(waiterLimit: Int, _ run: @escaping @Sendable ([PostgreSQLQuery]) async throws -> [PostgreSQLResult])
    {
        self.waiterLimit = waiterLimit
        self.run = run
    }

    /// Runs a statement in the next group.
    func run(_ query: PostgreSQLQuery, order: [UInt8] = []) async throws -> PostgreSQLResult {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { caller in
            let needsRunner: Bool? = state.withLock { state in
                guard state.pending.count < waiterLimit else { return nil }
                state.pending.append(PendingQuery(query: query, order: order, caller: caller))
                guard state.runnerCount < Self.runnerLimit else { return false }
                state.runnerCount += 1
                return true
            }
            guard let needsRunner else {
                return caller.resume(throwing: PostgreSQLError.noConnectionAvailable)
            }
            if needsRunner { Task { await runPending() } }
        }
    }

    private func runPending() async {
        while true {
            let group = state.withLock { state in
                let group = state.pending.prefix(Self.groupLimit)
                state.pending.removeFirst(group.count)
                if group.isEmpty { state.runnerCount -= 1 }
                return group.sorted { $0.order.lexicographicallyPrecedes($1.order) }
            }
            guard !group.isEmpty else { return }
            await run(group)
        }
    }

    private func run(_ group: [PendingQuery]) async {
        do {
            for (result, pending) in zip(try await run(group.map(\.query)), group) {
                pending.caller.resume(returning: result)
            }
        } catch PostgreSQLError.statementFailed where group.count > 1 {
            // Nothing was done: one is at fault, and is found alone.
            for pending in group { await run([pending]) }
        } catch {
            for pending in group { pending.caller.resume(throwing: error) }
        }
    }
}

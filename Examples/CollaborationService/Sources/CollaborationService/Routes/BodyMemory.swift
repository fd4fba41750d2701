import CollaborationCore
import Hummingbird
import Synchronization

/// Bounds the bytes of the bodies of requests and answers that are on their way, in total and for each account.
///
/// An account may hold at most as many bytes as are free. Alone it gets half of all; of several accounts that take what
/// they can, each gets the same part, and as much is left for the next one.
final class BodyMemory: Sendable {
    fileprivate let state: Mutex<(free: Int, taken: [AccountIdentifier: Int])>

    init(byteCount: Int = 32 * 1024 * 1024) { state = Mutex((byteCount, [:])) }
}

/// Bytes that an account holds until nothing refers to this any more.
final class HeldBytes: Sendable {
    private let memory: BodyMemory
    private let account: AccountIdentifier
    private let count = Atomic(0)

    /// Holds nothing yet.
    init(_ account: AccountIdentifier, in memory: BodyMemory) {
        (self.account, self.memory) = (account, memory)
    }

    /// Holds more.
    ///
    /// - Parameter onCredit: Whether the account may hold too many.
    /// - Throws: Status 429 if it would and may not.
    func add(_ count: Int, onCredit: Bool = false) throws {
        try memory.state.withLock { state in
            let taken = state.taken[account, default: 0] + count
            guard onCredit || taken <= state.free - count else {
                throw HTTPError(.tooManyRequests, headers: [.retryAfter: "1"], message: "Too many bytes.")
            }
            state.free -= count
            state.taken[account] = taken
        }
        self.count.add(count, ordering: .relaxed)
    }

    deinit {
        let count = count.load(ordering: .relaxed)
        memory.state.withLock { state in
            state.free += count
            let rest = state.taken[account, default: 0] - count
            state.taken[account] = rest > 0 ? rest : nil
        }
    }
}

/// Bounds the answers that are not yet read.
struct AnswerMemory: RouterMiddleware {
    let memory: BodyMemory

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        let response = try await next(request, context)
        // The number of connections bounds the smaller ones.
        guard let count = response.body.contentLength, count > 4096 else { return response }
        let (held, channel) = (HeldBytes(try context.account, in: memory), context.channel)
        // What was changed is answered.
        try held.add(count, onCredit: request.method != .get && request.method != .head)
        // The answer before has passed this handler. In tests of the routes there is none.
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: SlowClientHandler.self).answerBytes = held
        }.get()
        return response
    }
}

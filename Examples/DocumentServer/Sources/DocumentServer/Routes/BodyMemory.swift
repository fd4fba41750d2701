import CollaborationProofs
import Hummingbird
import Synchronization

/// Bounds the bytes of the bodies of requests and answers that are on their way, in total and for each account.
///
/// An account may hold at most as many bytes as are free. Alone it gets half of all; of several accounts that take what
/// they can, each gets the same part, and as much is left for the next one.
final class BodyMemory: Sendable {
    private struct State {
        var free: Int
        var taken: [AccountIdentifier: Int] = [:]
    }

    private let state: Mutex<State>

    init(byteCount: Int = 32 * 1024 * 1024) { state = Mutex(State(free: byteCount)) }

    /// Takes some bytes for an account, until what is returned is released.
    ///
    /// - Parameter onCredit: Whether the account may hold too many.
    /// - Throws: Status 429 if it would and may not.
    func hold(_ count: Int, for account: AccountIdentifier, onCredit: Bool = false) throws -> HeldBytes {
        try state.withLock { state in
            let taken = state.taken[account, default: 0] + count
            guard onCredit || taken <= state.free - count else {
                throw HTTPError(.tooManyRequests, headers: [.retryAfter: "1"], message: "Too many bytes.")
            }
            state.free -= count
            state.taken[account] = taken
        }
        return HeldBytes { [self] in
            state.withLock { state in
                state.free += count
                let rest = state.taken[account, default: 0] - count
                state.taken[account] = rest > 0 ? rest : nil
            }
        }
    }
}

/// Bytes of an account, which are given back when nothing refers to this any more.
final class HeldBytes: Sendable {
    private let giveBack: @Sendable () -> Void

    fileprivate init(_ giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

    deinit { giveBack() }
}

/// Bounds the answers that are not yet read.
struct AnswerMemory: RouterMiddleware {
    let memory: BodyMemory

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        var response = try await next(request, context)
        // The number of connections bounds the smaller ones.
        guard let count = response.body.contentLength, count > 4096 else { return response }
        // What was changed is answered.
        let isChange = request.method != .get && request.method != .head
        let (body, held) = (response.body, try memory.hold(count, for: context.account, onCredit: isChange))
        response.body = ResponseBody(contentLength: count) { writer in
            try await body.write(writer)
            withExtendedLifetime(held) {}
        }
        return response
    }
}

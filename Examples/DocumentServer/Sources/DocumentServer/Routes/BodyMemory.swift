import CollaborationProofs
import Synchronization

/// Bounds the bytes of the bodies that are being read, in total and for each account.
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

    /// Takes some bytes for an account; false if it would hold too many.
    func take(_ count: Int, for account: AccountIdentifier) -> Bool {
        state.withLock { state in
            let taken = state.taken[account, default: 0] + count
            guard taken <= state.free - count else { return false }
            state.free -= count
            state.taken[account] = taken
            return true
        }
    }

    func giveBack(_ count: Int, of account: AccountIdentifier) {
        state.withLock { state in
            state.free += count
            let rest = state.taken[account, default: 0] - count
            state.taken[account] = rest > 0 ? rest : nil
        }
    }
}

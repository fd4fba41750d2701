import CollaborationCore

/// A place where calls meet: each waits for some others, but not for ever.
final class Meeting: Sendable {
    private let arrivals = Locked(0)

    func arrive() { arrivals.withLock { $0 += 1 } }

    func wait(for others: Int) async {
        let start = arrivals.withLock { $0 }
        for _ in 0..<500 where arrivals.withLock({ $0 }) < start + others { await Task.yield() }
    }
}

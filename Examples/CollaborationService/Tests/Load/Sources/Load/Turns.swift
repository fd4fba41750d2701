import Synchronization

/// Numbers that several tasks draw until there are enough or the time is over.
final class Turns: Sendable {
    private let nextTurn = Atomic(0)
    private let count: Int
    private let end: ContinuousClock.Instant?

    init(count: Int, duration: Duration? = nil) {
        self.count = count
        end = duration.map { ContinuousClock.now + $0 }
    }

    func next() -> Int? {
        if let end, ContinuousClock.now >= end { return nil }
        let turn = nextTurn.add(1, ordering: .relaxed).oldValue
        return turn < count ? turn : nil
    }
}

/// A sum of what several threads counted.
final class Counts: Sendable {
    private let sum = Atomic(0)

    var total: Int { sum.load(ordering: .relaxed) }

    func add(_ count: Int) {
        sum.add(count, ordering: .relaxed)
    }
}

/// The times of two requests that are sent in turn.
struct Timing {
    /// How many times are compared at first.
    static let count = 12

    private var times: [[Duration]] = [[], []]

    /// Which of the two is sent first, and which second: by chance, so that nothing that comes and goes hits one alone.
    func order() -> [Int] { Bool.random() ? [0, 1] : [1, 0] }

    mutating func append(_ time: Duration, to number: Int) { times[number].append(time) }

    /// What the times tell, as a sentence; nil if they are about the same.
    ///
    /// A leak slows one of the two nearly every time. So both the quickest and the median of one must be slower, and three
    /// quarters of its times slower than the other's of the same turn.
    var difference: String? {
        let sorted = times.map { $0.sorted() }
        guard let count = sorted.map(\.count).min(), count > 0 else { return nil }
        let (quickest, medians) = (sorted.map { $0[0] }, sorted.map { $0[$0.count / 2] })
        let slow = medians[0] < medians[1] ? 1 : 0
        let isSlower = zip(times[slow], times[1 - slow]).count { $0 > $1 }
        let least = max(.milliseconds(20), medians[1 - slow] / 2)
        guard medians[slow] - medians[1 - slow] > least, quickest[slow] - quickest[1 - slow] > least / 2,
            isSlower * 4 >= count * 3
        else { return nil }
        return "a median of \(medians[0].inMilliseconds) ms and of \(medians[1].inMilliseconds) ms"
    }
}

extension Duration {
    fileprivate var inMilliseconds: Int { Int(self / .milliseconds(1)) }
}

import CollaborationTesting
import Testing

@testable import CheckServer

@Suite("Timing")
struct TimingTests {
    /// Whether three looks in a row find that one of two requests is slower, on a busy machine.
    ///
    /// Each request takes 5 ms; every third waits for up to 40 ms more, every tenth for up to 400 ms; and for half of the time
    /// another program slows both by 30 ms.
    private func isFound(leak: Int, seed: UInt64) -> Bool {
        var source = SeededGenerator("\(seed)")
        return (1...3).allSatisfy { look in
            var times = Timing()
            for turn in 0..<Timing.count * look {
                let busy = turn / 6 % 2 == 0 ? 30 : 0
                for number in 0...1 {
                    let wait = source.one(in: 3) ? Int(source.next() % 40) : 0
                    let pause = source.one(in: 10) ? Int(source.next() % 400) : 0
                    times.append(.milliseconds(5 + busy + wait + pause + number * leak), to: number)
                }
            }
            return times.difference != nil
        }
    }

    @Test("The noise of a busy machine does not pass for a leak")
    func noise() { #expect((0..<500).count { isFound(leak: 0, seed: $0) } == 0) }

    @Test("A leak of 100 ms is found in the noise of a busy machine, 19 times of 20")
    func leak() { #expect((0..<500).count { isFound(leak: 100, seed: $0) } >= 475) }

    @Test("The slower of two requests is named with the medians of both")
    func sentence() {
        var times = Timing()
        for _ in 0..<Timing.count {
            times.append(.milliseconds(10), to: 0)
            times.append(.milliseconds(90), to: 1)
        }
        #expect(times.difference == "a median of 10 ms and of 90 ms")
    }
}

extension SeededGenerator {
    fileprivate mutating func one(in count: UInt64) -> Bool { next() % count == 0 }
}

import Testing

@testable import DocumentServer

@Suite("Token buckets")
struct TokenBucketsTests {
    private let clock = SteadyTestClock()

    private func buckets(
        perSecond: Double = 2,
        burst: Int = 3,
        maximumCount: Int = 1600
    ) -> TokenBuckets {
        TokenBuckets(.init(perSecond: perSecond, burst: burst), maximumCount: maximumCount) { [clock] in
            clock.now
        }
    }

    @Test("A bucket gives as many tokens as it holds, and then one whenever the rate has refilled it")
    func refill() {
        let buckets = buckets()
        for _ in 0..<3 { #expect(buckets.take("bob") == nil) }
        #expect(buckets.take("bob") == .milliseconds(500))
        clock.advance(by: .milliseconds(250))
        #expect(buckets.take("bob") == .milliseconds(250))
        clock.advance(by: .milliseconds(250))
        #expect(buckets.take("bob") == nil)
        #expect(buckets.take("bob") != nil)
    }

    @Test("A bucket that is not used for long holds no more tokens than at first")
    func burst() {
        let buckets = buckets()
        _ = buckets.take("bob")
        clock.advance(by: .seconds(3600))
        for _ in 0..<3 { #expect(buckets.take("bob") == nil) }
        #expect(buckets.take("bob") != nil)
    }

    @Test("An empty bucket does not empty that of another key")
    func keys() {
        let buckets = buckets(burst: 1)
        #expect(buckets.take("bob") == nil)
        #expect(buckets.take("bob") != nil)
        #expect(buckets.take("carol") == nil)
    }

    @Test("However many keys come, no more than twice the bound are remembered")
    func bound() {
        let buckets = buckets(maximumCount: 1600)
        for index in 0..<20_000 { _ = buckets.take("\(index)") }
        #expect(buckets.count <= 3200)
        #expect(buckets.count >= 1600)
    }

    @Test("A key that is in use stays limited while many others come")
    func activeKey() {
        let buckets = buckets(perSecond: 0.001, burst: 1, maximumCount: 1600)
        #expect(buckets.take("mallory") == nil)
        for index in 0..<20_000 {
            _ = buckets.take("\(index)")
            if index.isMultiple(of: 10) { #expect(buckets.take("mallory") != nil) }
        }
    }

    @Test("Tasks that take tokens at once get no more than there are")
    func concurrency() async {
        let buckets = buckets(burst: 100)
        let taken = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<500 { group.addTask { buckets.take("bob") == nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 100)
    }
}

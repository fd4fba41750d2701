import Testing

@testable import CollaborationService

@Suite("Token buckets")
struct TokenBucketsTests {
    private let clock = Current(ContinuousClock.now)

    private func buckets(rate: Int = 2, size: Int = 3, maximumCount: Int = 1600) -> TokenBuckets {
        TokenBuckets(rate: rate, size: size, maximumCount: maximumCount) { [clock] in clock.value }
    }

    @Test("A bucket gives the tokens that it holds, never more, and then one whenever the rate has refilled it")
    func refill() {
        let buckets = buckets()
        for _ in 0..<3 { #expect(buckets.take(of: "bob") == nil) }
        #expect(buckets.take(of: "bob") == .milliseconds(500))
        clock.value += .milliseconds(250)
        #expect(buckets.take(of: "bob") == .milliseconds(250))
        clock.value += .milliseconds(250)
        #expect(buckets.take(of: "bob") == nil)
        clock.value += .seconds(3600)
        for _ in 0..<3 { #expect(buckets.take(of: "bob") == nil) }
        #expect(buckets.take(of: "bob") != nil)
    }

    @Test("Tasks whose instants come out of order get no more tokens than the rate allows")
    func order() {
        let buckets = buckets(size: 1)
        #expect(buckets.take(of: "bob") == nil)
        for _ in 0..<3 {
            clock.value += .milliseconds(-400)
            #expect(buckets.take(of: "bob") == .milliseconds(500))
            clock.value += .milliseconds(400)
            #expect(buckets.take(of: "bob") == .milliseconds(500))
        }
    }

    @Test("Tokens on credit are made up for by the rate before the bucket gives another one, at most a bucket of them")
    func credit() {
        let buckets = buckets()
        #expect(buckets.take(5, of: "bob", onCredit: true) == nil)
        #expect(buckets.take(of: "bob") == .milliseconds(1500))
        #expect(buckets.take(500, of: "bob", onCredit: true) == nil)
        #expect(buckets.take(of: "bob") == .seconds(2))
        clock.value += .seconds(2)
        #expect(buckets.take(of: "bob") == nil)
    }

    @Test("Keys that differ only in their Unicode normal form have a bucket each")
    func normalForms() {
        let buckets = buckets(size: 1)
        #expect(buckets.take(of: "caf\u{e9}") == nil)
        #expect(buckets.take(of: "cafe\u{301}") == nil)
        #expect(buckets.take(of: "caf\u{e9}") != nil)
    }

    @Test("At least as many keys as the bound are remembered, one in use among them, and no more than twice as many")
    func bound() {
        let buckets = buckets(size: 1, maximumCount: 16)
        #expect(buckets.take(of: "mallory") == nil)
        for index in 0..<1000 {
            #expect(buckets.take(of: "\(index)") == nil)
            if index.isMultiple(of: 10) { #expect(buckets.take(of: "mallory") != nil) }
        }
        // With the one in use they are 16.
        for index in (985..<1000).reversed() { #expect(buckets.take(of: "\(index)") != nil) }
        #expect(buckets.take(of: "967") == nil)
    }

    @Test("A key that is used again pushes out no other key")
    func repeatedKey() {
        let buckets = buckets(maximumCount: 1)
        for index in 0..<300 {
            for _ in 0..<3 { #expect(buckets.take(of: "a\(index)") == nil) }
            for _ in 0..<3 { #expect(buckets.take(of: "b\(index)") == nil) }
            #expect(buckets.take(of: "a\(index)") != nil)
        }
    }
}

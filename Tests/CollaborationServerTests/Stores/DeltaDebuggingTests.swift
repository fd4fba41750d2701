import CollaborationTesting
import Testing

@Suite("Delta debugging")
struct DeltaDebuggingTests {
    @Test(
        "A list is shortened to the elements that fail together",
        arguments: [[17], [0, 63], [5, 6, 40], Array(stride(from: 0, to: 64, by: 2)), Array(0..<64), []]
    )
    func shortest(_ culprits: [Int]) async {
        let shortest = await DeltaDebugging.shorten(Array(0..<64), attempts: 10_000) { elements in
            culprits.allSatisfy(elements.contains)
        }
        #expect(shortest == culprits)
    }

    @Test("A list is shortened by a bounded number of attempts")
    func bound() async {
        var attempts = 0
        let shortest = await DeltaDebugging.shorten(Array(0..<1000), attempts: 10) { elements in
            attempts += 1
            return elements.contains(999)
        }
        #expect(attempts == 10)
        #expect(shortest.last == 999)
    }
}

import CollaborationTesting
import Testing

@Suite("A seeded generator")
struct SeededGeneratorTests {
    @Test("gives the same numbers for the same words, and others for others, wherever one word ends")
    func words() {
        var (one, same) = (SeededGenerator("ab", "c"), SeededGenerator("ab", "c"))
        let numbers = (0..<4).map { _ in one.next() }
        #expect(numbers == (0..<4).map { _ in same.next() })
        #expect(Set(numbers).count == 4)

        var others = [SeededGenerator("a", "bc"), SeededGenerator("abc"), SeededGenerator("ab", "c", "")]
        let firsts = others.indices.map { others[$0].next() }
        #expect(Set(firsts + [numbers[0]]).count == 4)
    }
}

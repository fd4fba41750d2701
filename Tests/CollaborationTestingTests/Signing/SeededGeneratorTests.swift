import CollaborationTesting
import Testing

@Suite("Seeded generator")
struct SeededGeneratorTests {
    @Test("Equal seeds give equal numbers, and seeds that differ only where a word ends give different ones")
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

import CollaborationTesting
import Foundation
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

    /// The numbers were computed with Python, independently of this package.
    ///
    ///     state = int.from_bytes(hashlib.sha256(b"2 ab1 c").digest()[:8], "big")
    @Test("The numbers of a seed are those of SplitMix64, started with the SHA-256 of the seed")
    func numbers() {
        var generator = SeededGenerator("ab", "c")
        let expected: [UInt64] = [
            0x82e5_3c82_10bd_b8ab, 0x4007_8c57_7b1d_31c2, 0x12b8_92a1_af1e_4454, 0xea52_7d0d_0612_79fd,
        ]
        for number in expected {
            let next = generator.next()
            #expect(next == number)
        }
    }
}

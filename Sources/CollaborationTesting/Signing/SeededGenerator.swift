import CollaborationCrypto

/// Numbers that follow from a seed, so that what is made of them is the same in every run.
///
/// The state comes from the SHA-256 of the seed and goes on as in SplitMix64 (Steele, Lea and Flood, 2014):
/// good enough to look random to any test, and secret to nobody.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator.
    ///
    /// - Parameter seed: The words that the numbers follow from; other words give other numbers.
    public init(_ seed: String...) {
        // Each word with its length, so that ("ab", "c") and ("a", "bc") differ.
        let words = seed.flatMap { Array("\($0.utf8.count) \($0)".utf8) }
        state = SHA256.hash(data: words).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

extension RandomNumberGenerator {
    /// The bytes of the next four numbers: what a key, a hash or a leaf of padding is made of.
    mutating func next32Bytes() -> [UInt8] {
        (0..<4).flatMap { _ in
            let word = next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
    }
}

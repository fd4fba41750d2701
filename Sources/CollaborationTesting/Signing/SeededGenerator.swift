import CollaborationCore
import CollaborationCrypto

/// A pseudorandom generator with a seed, for tests that must be the same in every run.
///
/// It is SplitMix64 (Steele, Lea and Flood, 2014), started with the SHA-256 of the seed. Its numbers are not secret.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator.
    ///
    /// - Parameter seed: Strings that determine the numbers. ("ab", "c") and ("a", "bc") are different seeds.
    public init(_ seed: String...) {
        // The length before each string keeps ("ab", "c") and ("a", "bc") apart.
        let words = seed.flatMap { Array("\($0.utf8.count) \($0)".utf8) }
        state = UInt64(bigEndianBytes: SHA256.hash(data: words).prefix(8))
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

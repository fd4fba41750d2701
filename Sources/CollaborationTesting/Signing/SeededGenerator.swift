import CollaborationCrypto

/// Numbers that follow from a seed, so that what is made of them is the same in every run.
///
/// It is SHA-256 in counter mode: slow, good enough to look random to any test, and secret to nobody.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private let seed: [UInt8]
    private var counter: UInt64 = 0
    private var block: ArraySlice<UInt8> = []

    /// Makes a generator.
    ///
    /// - Parameter seed: The words that the numbers follow from; other words give other numbers.
    public init(_ seed: String...) {
        // Each word with its length, so that ("ab", "c") and ("a", "bc") differ.
        self.seed = seed.flatMap { Self.bytes(of: UInt64($0.utf8.count)) + Array($0.utf8) }
    }

    /// The next eight bytes.
    public mutating func next() -> UInt64 {
        if block.isEmpty {
            block = SHA256.hash(data: seed + Self.bytes(of: counter)).rawRepresentation[...]
            counter += 1
        }
        defer { block = block.dropFirst(8) }
        return block.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bytes(of value: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
    }
}

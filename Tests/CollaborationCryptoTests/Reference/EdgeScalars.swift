import CollaborationTestSupport

/// Edge cases of scalars: unusual digits, in windows or in signed forms of any width.
enum EdgeScalars {
    private static let n = ReferenceCurve.n

    /// Small numbers near powers of two, up to the end of a table of signed digits.
    static let small: [Natural] = [0, 1, 2, 3, 5, 7, 9, 15, 16, 17, 31, 32, 33]

    /// Numbers near the limits of wide digits, of limbs and of n.
    private static let ends: [Natural] = {
        let wide = [127, 128, 129, 511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 1 << 63, .max] as [UInt64]
        let powers = [64, 127, 128, 192, 224, 255].map { Natural(twoToThe: $0) }
        let negatives = [1, 2, 3, 15, 16, 17, 31, 32, 33, 1023, 1024, 1025] as [UInt64]
        return wide.map { Natural($0) } + powers.flatMap { [$0 - 1, $0, $0 + 1] } + negatives.map { n - Natural($0) }
            + [n >> 1, (n >> 1) + 1, EdgeNumbers.limit - n]
    }()

    /// Runs of ones and zeros, and patterns that carry from every digit into the next, or from none.
    private static let patterns: [Natural] =
        [Natural(twoToThe: 200) - Natural(twoToThe: 100), Natural(twoToThe: 255) - Natural(twoToThe: 128)]
        + [("a", 64), ("5", 64), ("f0", 31), ("fff0000", 9), ("84210", 12), ("7bdef", 12)].map {
            digits,
            count in
            Natural(hex: String(repeating: digits, count: count))
        }

    static let pseudorandom = Natural.pseudorandom(8, below: n, seed: 9)

    static let all = small + ends + patterns + pseudorandom

    /// The scalars for a test that takes all of them in a release build only: the patterns in debug.
    static let forSlowTests = BuildConfiguration.isRelease ? all : patterns

    /// A quotient modulo n.
    ///
    /// With Q = (a / b) G a small multiple of Q equals a small multiple of G.
    static func quotient(_ a: Natural, _ b: Natural) -> Natural {
        // n is prime, so every b except 0 has an inverse.
        a * (b.inverse(modulo: n) ?? 0) % n
    }

    /// Each k gives a point Q = k G of which small multiples equal small multiples of G or of -G.
    static let colliding: [Natural] = [
        1, n - 1, 2, 3, n - 3, quotient(5, 3), n - quotient(7, 11), quotient(1, 31), quotient(1001, 13),
    ]
}

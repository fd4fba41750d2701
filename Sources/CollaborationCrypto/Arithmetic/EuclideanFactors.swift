/// What Euclid's algorithm does to two limbs f and g, as factors.
///
/// Its last two remainders are, except for their signs, s1 · f - t1 · g and s2 · f - t2 · g. The signs are
/// opposite, and both change with each division.
struct EuclideanFactors: Sendable {
    private(set) var s1: UInt64 = 1
    private(set) var t1: UInt64 = 0
    private(set) var s2: UInt64 = 0
    private(set) var t2: UInt64 = 1

    /// Divides until the last remainder is below `limit`, which must not be 0.
    ///
    /// f and g must be below 2⁶³. So are the factors, and with a limit of 2³² they are below 2³¹.
    ///
    /// Neither a product nor a sum wraps: before and after each division, t2 · f + t1 · g is the first f and
    /// s2 · f + s1 · g is the first g, with the latest remainders as f and g.
    @inline(__always)
    init(_ f: UInt64, _ g: UInt64, limit: UInt64) {
        var (f, g) = (f, g)
        while g >= limit {
            let (quotient, remainder) = f.quotientAndRemainder(dividingBy: g)
            (f, g) = (g, remainder)
            (s1, s2) = (s2, s1 &+ quotient &* s2)
            (t1, t2) = (t2, t1 &+ quotient &* t2)
        }
    }
}

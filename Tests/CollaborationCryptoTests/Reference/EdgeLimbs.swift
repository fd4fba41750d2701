@testable import CollaborationCrypto

/// The limbs at which arithmetic on limbs goes wrong, if it does, and the numbers that are made of them.
enum EdgeLimbs {
    /// 0, 1, about half a limb, the highest bit, all ones; the limbs of both moduli and of what they lack to
    /// 2²⁵⁶; each of these plus and minus 1.
    static let required: Set<UInt64> = {
        let (p, n, limit) = (ReferenceCurve.p, ReferenceCurve.n, EdgeNumbers.limit)
        let ofModuli = [p, n, limit - p, limit - n].flatMap { number in (0..<4).map(number.limb64) }
        return Set((EdgeNumbers.limbs + ofModuli).flatMap { [$0 &- 1, $0, $0 &+ 1] })
    }()

    /// Those 29, and three whose halves are edges too, so that five bits choose a limb.
    static let all: [UInt64] = required.union(
        [0x8000_0000, 0x8000_0000_8000_0000, 0x7fff_ffff_8000_0000]
    ).sorted()

    /// Every combination of four limbs: 2²⁰ numbers.
    static let combinations = 1 << 20

    /// The number whose limbs are chosen by five bits each.
    static func number(_ choice: Int) -> UInt256 {
        UInt256(
            all[choice & 31],
            all[choice >> 5 & 31],
            all[choice >> 10 & 31],
            all[choice >> 15 & 31]
        )
    }
}

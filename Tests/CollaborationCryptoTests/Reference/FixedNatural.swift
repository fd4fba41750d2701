@testable import CollaborationCrypto

/// An integer below 2⁵¹²: a faster reference for tests with millions of steps.
///
/// It is ``Natural`` with a fixed width of sixteen digits of 32 bits, least significant first, and without
/// allocations. It shares no code with the arithmetic under test.
struct FixedNatural: Hashable, Sendable {
    private var digits: SIMD16<UInt32>

    private init(digits: SIMD16<UInt32>) {
        self.digits = digits
    }

    static let zero = FixedNatural(digits: .zero)

    var isZero: Bool { digits == .zero }

    /// The number modulo 2²⁵⁶, and the number divided by it.
    var low: FixedNatural { FixedNatural(digits: SIMD16(lowHalf: digits.lowHalf, highHalf: .zero)) }
    var high: FixedNatural { FixedNatural(digits: SIMD16(lowHalf: digits.highHalf, highHalf: .zero)) }

    /// This number times 2²⁵⁶.
    ///
    /// A number of 2²⁵⁶ or more is a precondition failure.
    var timesTwoTo256: FixedNatural {
        precondition(high.isZero, "2²⁵⁶ · \(self) does not fit")
        return FixedNatural(digits: SIMD16(lowHalf: .zero, highHalf: digits.lowHalf))
    }
}

extension FixedNatural {
    init(_ integer: UInt256) {
        digits = SIMD16(lowHalf: Self.digits(integer), highHalf: .zero)
    }

    init(_ integer: UInt512) {
        digits = SIMD16(lowHalf: Self.digits(integer.low), highHalf: Self.digits(integer.high))
    }

    init(_ natural: Natural) {
        precondition(natural.limbs.count <= 16, "\(natural) has more than 512 bits")
        digits = .zero
        for (index, limb) in natural.limbs.enumerated() {
            digits[index] = limb
        }
    }

    private static func digits(_ integer: UInt256) -> SIMD8<UInt32> {
        func half(_ limb: UInt64, _ shift: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: limb >> shift) }
        return SIMD8(
            half(integer.l0, 0),
            half(integer.l0, 32),
            half(integer.l1, 0),
            half(integer.l1, 32),
            half(integer.l2, 0),
            half(integer.l2, 32),
            half(integer.l3, 0),
            half(integer.l3, 32)
        )
    }
}

extension UInt256 {
    /// Converts a number below 2²⁵⁶.
    ///
    /// A larger one is a precondition failure.
    init(_ number: FixedNatural) {
        precondition(number.high.isZero, "\(number) has more than 256 bits")
        func limb(_ index: Int) -> UInt64 { UInt64(number[2 * index]) | UInt64(number[2 * index + 1]) << 32 }
        self.init(limb(0), limb(1), limb(2), limb(3))
    }
}

extension Natural {
    init(_ number: FixedNatural) {
        self.init(limbs: (0..<16).map { number[$0] })
    }
}

extension FixedNatural: CustomStringConvertible {
    fileprivate subscript(index: Int) -> UInt32 { digits[index] }

    var description: String { Natural(self).description }
}

extension FixedNatural: Comparable {
    static func < (a: FixedNatural, b: FixedNatural) -> Bool {
        for index in (0..<16).reversed() where a.digits[index] != b.digits[index] {
            return a.digits[index] < b.digits[index]
        }
        return false
    }
}

extension FixedNatural {
    /// The sum.
    ///
    /// One of more than 512 bits is a precondition failure.
    static func + (a: FixedNatural, b: FixedNatural) -> FixedNatural {
        var sum = FixedNatural.zero
        var carry: UInt64 = 0
        for index in 0..<16 {
            carry += UInt64(a.digits[index]) + UInt64(b.digits[index])
            sum.digits[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        precondition(carry == 0, "\(a) + \(b) does not fit")
        return sum
    }

    /// The difference.
    ///
    /// A negative one is a precondition failure.
    static func - (a: FixedNatural, b: FixedNatural) -> FixedNatural {
        var difference = FixedNatural.zero
        var borrow: Int64 = 0
        for index in 0..<16 {
            borrow += Int64(a.digits[index]) - Int64(b.digits[index])
            difference.digits[index] = UInt32(truncatingIfNeeded: borrow)
            borrow >>= 32
        }
        precondition(borrow == 0, "\(a) - \(b) is negative")
        return difference
    }

    /// The product of two numbers below 2²⁵⁶, a row for each digit of the first.
    static func * (a: FixedNatural, b: FixedNatural) -> FixedNatural {
        precondition(a.high.isZero && b.high.isZero, "\(a) · \(b) does not fit")
        var product = FixedNatural.zero
        // The sum of the rows so far, from the first digit of the next row.
        var sum = SIMD8<UInt32>.zero
        for row in 0..<8 {
            let digit = UInt64(a.digits[row])
            var carry: UInt64 = 0
            for index in 0..<8 {
                carry += digit * UInt64(b.digits[index]) + UInt64(sum[index])
                if index == 0 {
                    product.digits[row] = UInt32(truncatingIfNeeded: carry)
                } else {
                    sum[index - 1] = UInt32(truncatingIfNeeded: carry)
                }
                carry >>= 32
            }
            sum[7] = UInt32(carry)
        }
        product.digits.highHalf = sum
        return product
    }

    /// The remainder by a modulus from 2²⁵⁵ to 2²⁵⁶, by long division.
    ///
    /// The first seven digits are below the modulus, and the others follow one by one. A digit of the quotient
    /// is estimated from the highest two digits of the rest and the highest digit of the modulus. It is
    /// decremented at most twice, since the highest bit of the modulus is set (Knuth, volume 2, 4.3.1,
    /// theorem B).
    static func % (a: FixedNatural, modulus: FixedNatural) -> FixedNatural {
        precondition(modulus.high.isZero && modulus.digits[7] >> 31 == 1, "\(modulus) is not normalized")
        var rest = SIMD8<UInt32>.zero
        for index in 0..<7 {
            rest[index] = a.digits[9 + index]
        }
        for position in (0..<9).reversed() {
            let above = rest[7]
            for index in (1..<8).reversed() {
                rest[index] = rest[index - 1]
            }
            rest[0] = a.digits[position]
            let highest = UInt64(above) << 32 | UInt64(rest[7])
            let digit = min(highest / UInt64(modulus.digits[7]), UInt64(UInt32.max))
            var carry: Int64 = 0
            for index in 0..<8 {
                let product = digit * UInt64(modulus.digits[index])
                carry += Int64(rest[index]) - Int64(product & 0xffff_ffff)
                rest[index] = UInt32(truncatingIfNeeded: carry)
                carry = (carry >> 32) - Int64(product >> 32)
            }
            carry += Int64(above)
            while carry < 0 {
                var sum: UInt64 = 0
                for index in 0..<8 {
                    sum += UInt64(rest[index]) + UInt64(modulus.digits[index])
                    rest[index] = UInt32(truncatingIfNeeded: sum)
                    sum >>= 32
                }
                carry += Int64(sum)
            }
        }
        return FixedNatural(digits: SIMD16(lowHalf: rest, highHalf: .zero))
    }
}

extension Natural {
    static func + (a: Natural, b: Natural) -> Natural {
        let (long, short) = a.limbs.count >= b.limbs.count ? (a.limbs, b.limbs) : (b.limbs, a.limbs)
        var sum = long
        var carry: UInt64 = 0
        for index in long.indices {
            carry += UInt64(long[index])
            if index < short.count { carry += UInt64(short[index]) }
            sum[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        sum.append(UInt32(carry))
        return Natural(limbs: sum)
    }

    /// The difference.
    ///
    /// A negative one is a precondition failure.
    static func - (a: Natural, b: Natural) -> Natural {
        precondition(a >= b, "\(a) - \(b) is negative")
        var difference = a.limbs
        var borrow: Int64 = 0
        for index in difference.indices {
            borrow += Int64(difference[index])
            if index < b.limbs.count { borrow -= Int64(b.limbs[index]) }
            difference[index] = UInt32(truncatingIfNeeded: borrow)
            borrow >>= 32
        }
        return Natural(limbs: difference)
    }

    static func * (a: Natural, b: Natural) -> Natural {
        var product = [UInt32](repeating: 0, count: a.limbs.count + b.limbs.count)
        for (i, x) in a.limbs.enumerated() {
            var carry: UInt64 = 0
            for (j, y) in b.limbs.enumerated() {
                carry += UInt64(x) * UInt64(y) + UInt64(product[i + j])
                product[i + j] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            product[i + b.limbs.count] = UInt32(carry)
        }
        return Natural(limbs: product)
    }

    /// Shifts by whole limbs and by less than one.
    static func << (a: Natural, count: Int) -> Natural {
        Natural(limbs: Array(repeating: 0, count: count / 32) + a.limbs) * Natural(1 << (count % 32))
    }

    static func % (a: Natural, b: Natural) -> Natural { a.dividedWithRemainder(by: b).remainder }

    /// Long division.
    ///
    /// A digit of the quotient is estimated from the highest limbs and decremented while it is too large.
    func dividedWithRemainder(by divisor: Natural) -> (quotient: Natural, remainder: Natural) {
        guard self >= divisor else { return (.zero, self) }
        // The divisor's highest bit is set, so an estimate is at most two too large (Knuth, volume 2, 4.3.1,
        // theorem B).
        let shift = (divisor.limbs.last ?? 0).leadingZeroBitCount
        let divisorLimbs = (divisor << shift).limbs
        let count = divisorLimbs.count
        var rest = (self << shift).limbs + [0]
        var quotient = [UInt32](repeating: 0, count: rest.count - count)
        for low in quotient.indices.reversed() {
            let top = UInt64(rest[low + count]) << 32 | UInt64(rest[low + count - 1])
            var digit = min(top / UInt64(divisorLimbs[count - 1]), UInt64(UInt32.max))
            var carry: Int64 = 0
            for index in 0..<count {
                let product = digit * UInt64(divisorLimbs[index])
                carry += Int64(rest[low + index]) - Int64(product & 0xffff_ffff)
                rest[low + index] = UInt32(truncatingIfNeeded: carry)
                carry = (carry >> 32) - Int64(product >> 32)
            }
            carry += Int64(rest[low + count])
            while carry < 0 {
                digit -= 1
                var sum: UInt64 = 0
                for index in 0..<count {
                    sum += UInt64(rest[low + index]) + UInt64(divisorLimbs[index])
                    rest[low + index] = UInt32(truncatingIfNeeded: sum)
                    sum >>= 32
                }
                carry += Int64(sum)
            }
            rest[low + count] = UInt32(carry)
            quotient[low] = UInt32(digit)
        }
        return (Natural(limbs: quotient), Natural(limbs: rest) >> shift)
    }

    static func >> (a: Natural, count: Int) -> Natural {
        var limbs = Array(a.limbs.dropFirst(count / 32))
        let bits = UInt64(count % 32)
        for index in limbs.indices {
            let above = index + 1 < limbs.count ? UInt64(limbs[index + 1]) << 32 : 0
            limbs[index] = UInt32(truncatingIfNeeded: (above | UInt64(limbs[index])) >> bits)
        }
        return Natural(limbs: limbs)
    }
}

extension Natural {
    /// The inverse below the modulus, by Euclid's extended algorithm.
    ///
    /// Nil if there is a common divisor.
    func inverse(modulo modulus: Natural) -> Natural? {
        var (rest, nextRest) = (modulus, self % modulus)
        // factor · self = rest and nextFactor · self = nextRest modulo the modulus.
        var (factor, nextFactor) = (Natural.zero, Natural.one)
        while !nextRest.isZero {
            let (quotient, remainder) = rest.dividedWithRemainder(by: nextRest)
            (rest, nextRest) = (nextRest, remainder)
            (factor, nextFactor) = (nextFactor, factor.minus(quotient * nextFactor % modulus, modulo: modulus))
        }
        return rest == 1 ? factor : nil
    }

    /// The difference of two numbers below a modulus.
    func minus(_ other: Natural, modulo modulus: Natural) -> Natural {
        self >= other ? self - other : self + modulus - other
    }

    /// This number to a power, by square-and-multiply.
    func power(_ exponent: Natural, modulo modulus: Natural) -> Natural {
        var result = Natural.one % modulus
        for index in (0..<exponent.bitCount).reversed() {
            result = result * result % modulus
            if exponent.bit(index) { result = result * self % modulus }
        }
        return result
    }
}

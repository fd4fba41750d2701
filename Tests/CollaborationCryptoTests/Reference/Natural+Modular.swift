extension Natural {
    /// The number below the modulus that gives 1 when multiplied with this one, by Euclid's extended
    /// algorithm.
    ///
    /// Nil if this number and the modulus have a common divisor.
    func inverse(modulo modulus: Natural) -> Natural? {
        var (rest, nextRest) = (modulus, self % modulus)
        // factor · self = rest modulo the modulus, and the same of the next ones.
        var (factor, nextFactor) = (Natural.zero, Natural.one)
        while !nextRest.isZero {
            let (quotient, remainder) = rest.dividedWithRemainder(by: nextRest)
            (rest, nextRest) = (nextRest, remainder)
            (factor, nextFactor) = (
                nextFactor, factor.minus(quotient * nextFactor % modulus, modulo: modulus)
            )
        }
        return rest == 1 ? factor : nil
    }

    /// The difference of two numbers below a modulus.
    func minus(_ other: Natural, modulo modulus: Natural) -> Natural {
        self >= other ? self - other : self + modulus - other
    }

    /// This number to a power, bit by bit.
    func power(_ exponent: Natural, modulo modulus: Natural) -> Natural {
        var result = Natural.one % modulus
        for index in (0..<exponent.bitCount).reversed() {
            result = result * result % modulus
            if exponent.bit(index) { result = result * self % modulus }
        }
        return result
    }
}

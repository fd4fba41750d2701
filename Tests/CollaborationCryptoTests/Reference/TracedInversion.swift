@testable import CollaborationCrypto

/// An inversion whose rounds are checked with reference integers, and which counts the paths it takes.
struct TracedInversion {
    enum Path: Hashable {
        /// The lesser number is too short to divide the highest bits; it is shifted by whole limbs.
        case shortened(limbs: Int)
        /// Both numbers have the same width.
        case equalWidths
        /// Both numbers have 63 bits or fewer, and are divided to the end.
        case divided
        /// A quotient of the highest bits differs from the quotient of the numbers.
        case inexactQuotient
        /// The lesser result has the sign that its exact remainder cannot have.
        case wrongSign
        /// The lesser result is greater than the other.
        case exchanged
        /// The cofactor that the inversion ends with has this sign.
        case cofactor(isNegative: Bool)

        static let all: [Path] =
            (0..<4).map { .shortened(limbs: $0) }
            + [.equalWidths, .divided, .inexactQuotient, .wrongSign, .exchanged]
            + [.cofactor(isNegative: false), .cofactor(isNegative: true)]
    }

    private(set) var paths: [Path: Int] = [:]
    private(set) var violations: [String] = []
    private(set) var roundCount = 0

    private let m: Natural
    private let x: Natural

    init(of x: Natural, modulo m: Natural) {
        (self.m, self.x) = (m, x)
        var state = ExtendedEuclid(modulus: UInt256(m), x: UInt256(x))
        while !state.b.value.isZero, roundCount < 1_000 {
            let before = state
            state.reduce()
            roundCount += 1
            check(state.a, "a")
            check(state.b, "b")
            compare(before, state)
        }
        if state.a.value != UInt256(1, 0, 0, 0) {
            violations.append("the inversion ends with \(state.a.value)")
        }
        paths[.cofactor(isNegative: state.a.cofactor.sign != 0), default: 0] += 1
    }

    /// Checks that a remainder's cofactor times x is its value, and that the cofactor is within its bound.
    private mutating func check(_ remainder: ExtendedEuclid.Remainder, _ name: String) {
        let magnitude = Natural(magnitudeOf: remainder.cofactor)
        let product = magnitude % m * x % m
        let value = Natural(remainder.value) % m
        if (remainder.cofactor.sign == 0 ? product : Natural.zero.minus(product, modulo: m)) != value {
            violations.append("cofactor of \(name) in round \(roundCount)")
        }
        if magnitude > m << 15 {
            violations.append("bound of the cofactor of \(name) in round \(roundCount)")
        }
    }

    /// Compares the values after a round with those before it.
    private mutating func compare(_ before: ExtendedEuclid, _ after: ExtendedEuclid) {
        let (a, b) = (Natural(before.a.value), Natural(before.b.value))
        let (c, d) = (Natural(after.a.value), Natural(after.b.value))
        if c.isZero || c < d { violations.append("order in round \(roundCount)") }
        let (width, position) = (a.bitCount, max(a.bitCount - 63, 0))
        if width == b.bitCount { paths[.equalWidths, default: 0] += 1 }
        let limit: Natural = position > 0 ? 1 << 32 : 1
        guard b >> position >= limit else {
            paths[.shortened(limbs: (width - b.bitCount - 1) / 64), default: 0] += 1
            // One of the numbers is b, and the other is what is left of a.
            let rest = c == b ? d : c
            if c != b, d != b { violations.append("b is lost in round \(roundCount)") }
            if rest << 3 >= a * 7 || (a - rest) % b != 0 { violations.append("a in round \(roundCount)") }
            return
        }
        if position == 0 { paths[.divided, default: 0] += 1 }
        if c * d << 28 > a * b { violations.append("product in round \(roundCount)") }
        compareDivisions(a, b, position, limit, c, d)
    }

    /// Finds what differs between the divisions of the highest bits and those of the numbers.
    private mutating func compareDivisions(
        _ a: Natural,
        _ b: Natural,
        _ position: Int,
        _ limit: Natural,
        _ c: Natural,
        _ d: Natural
    ) {
        var words = (a >> position, b >> position)
        var exact = (a, b)
        var (isExact, isNegative) = (true, false)
        // The factors of the last remainder, s · a - t · b.
        var (s, t): ((Natural, Natural), (Natural, Natural)) = ((1, 0), (0, 1))
        while words.1 >= limit {
            let (quotient, remainder) = words.0.dividedWithRemainder(by: words.1)
            words = (words.1, remainder)
            (s, t) = ((s.1, s.0 + quotient * s.1), (t.1, t.0 + quotient * t.1))
            isNegative.toggle()
            if isExact, !exact.1.isZero {
                let (exactQuotient, exactRemainder) = exact.0.dividedWithRemainder(by: exact.1)
                isExact = quotient == exactQuotient
                exact = (exact.1, exactRemainder)
            } else {
                isExact = false
            }
        }
        let (first, second) = ((s.0 * a, t.0 * b), (s.1 * a, t.1 * b))
        let greater = first.0 < first.1 ? first.1 - first.0 : first.0 - first.1
        let lesser = second.0 < second.1 ? second.1 - second.0 : second.0 - second.1
        if (max(greater, lesser), min(greater, lesser)) != (c, d) {
            violations.append("values in round \(roundCount)")
        }
        if greater.isZero || (first.0 < first.1) != isNegative {
            violations.append("sign of the greater result in round \(roundCount)")
        }
        if !isExact { paths[.inexactQuotient, default: 0] += 1 }
        if lesser != 0, (second.0 > second.1) != isNegative { paths[.wrongSign, default: 0] += 1 }
        if greater < lesser { paths[.exchanged, default: 0] += 1 }
    }
}

extension Natural {
    init(magnitudeOf number: Signed320) {
        let limbs = Natural(number.low) + Natural(UInt64(bitPattern: number.l4)) << 256
        self = number.l4 < 0 ? Natural(twoToThe: 320) - limbs : limbs
    }
}

extension Signed320 {
    /// Converts a number below 2³¹⁹.
    init(_ number: Natural) {
        self.init(UInt256(number % EdgeNumbers.limit))
        l4 = Int64((number >> 256).limb64(0))
    }
}

@testable import CollaborationCrypto

/// The additions of a ``FixedBaseTable`` for the base k · G, step by step as the core takes them.
struct TracedTable {
    private let k: Natural
    private let width: Int
    private let spacing: Int
    private let rows: [[AffinePoint]]

    init(base: AffinePoint, k: Natural, width: Int, spacing: Int) {
        (self.k, self.width, self.spacing) = (k, width, spacing)
        var unit = JacobianPoint(base)
        var units = [unit]
        while units.count * spacing < 256 / width + 1 {
            for _ in 0..<width * spacing {
                unit.double()
            }
            units.append(unit)
        }
        let count = 1 << (width - 1)
        rows = AffinePoint.normalized(units).map {
            AffinePoint.multiples(of: $0, spacing: .every, count: count)
        }
    }

    private var windowCount: Int { rows.count * spacing }

    /// Booth's digit of a window: its bits, the highest of which is negative, and the bit below it.
    func digit(of scalar: Natural, window: Int) -> Int {
        let low = window * width
        let bits = (0..<width).map { scalar.bit(low + $0) ? 1 << $0 : 0 }
        return bits.dropLast().reduce(0, +) - bits[width - 1] + (low > 0 && scalar.bit(low - 1) ? 1 : 0)
    }

    /// The windows in the order of their additions, each with the doublings before it.
    private var order: [(window: Int, doublings: Int)] {
        (0..<spacing).reversed().flatMap { offset in
            (0..<rows.count).map { row in
                (row * spacing + offset, row == 0 && offset < spacing - 1 ? width : 0)
            }
        }
    }

    /// The logarithm of a window's entry with its digit, which stands in the place of its row.
    private func logarithm(_ digit: Int, window: Int) -> Natural {
        let place = Natural(twoToThe: window / spacing * spacing * width)
        return Natural(digit: digit) * (place * k % ReferenceCurve.n) % ReferenceCurve.n
    }

    func sum(_ scalar: Natural, from start: JacobianPoint, logarithm: Natural) -> TracedSum {
        var sum = TracedSum(logarithm: logarithm, point: start)
        for (window, doublings) in order {
            for _ in 0..<doublings {
                sum.double()
            }
            let digit = digit(of: scalar, window: window)
            guard digit != 0 else { continue }
            let entry = rows[window / spacing][abs(digit) - 1]
            sum.add(
                digit < 0 ? -entry : entry,
                logarithm: self.logarithm(digit, window: window),
                table: 0,
                entry: window,
                isNegative: digit < 0
            )
        }
        return sum
    }

    /// Every window, and whether its digit may be negative: not where the scalar has no bit at its top.
    var entries: [(window: Int, isNegative: Bool)] {
        (0..<windowCount).flatMap { window -> [(Int, Bool)] in
            let hasDigit = window * width <= 256
            let hasSign = (window + 1) * width <= 256
            return (hasDigit ? [(window, false)] : []) + (hasSign ? [(window, true)] : [])
        }
    }

    /// The logarithm to start from so that a window's entry meets a sum that equals it, or is opposite to it;
    /// nil for a digit of 0.
    func collision(_ scalar: Natural, at window: Int, opposite: Bool) -> Natural? {
        let n = ReferenceCurve.n
        let wanted = digit(of: scalar, window: window)
        guard wanted != 0 else { return nil }
        // Before the window the sum is factor · start + sum.
        var (factor, sum) = (Natural.one, Natural.zero)
        for (other, doublings) in order {
            factor = factor * Natural(twoToThe: doublings) % n
            sum = sum * Natural(twoToThe: doublings) % n
            guard other != window else { break }
            sum = (sum + logarithm(digit(of: scalar, window: other), window: other)) % n
        }
        let target = logarithm(opposite ? -wanted : wanted, window: window)
        return factor.inverse(modulo: n).map { target.minus(sum, modulo: n) * $0 % n }
    }
}

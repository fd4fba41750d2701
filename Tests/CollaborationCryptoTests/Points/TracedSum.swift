import Testing

@testable import CollaborationCrypto

/// What an addition of points finds.
enum AdditionCase: CaseIterable {
    /// The sum so far is infinity, as at the start, or after opposite points.
    case ontoInfinity

    /// The two points are equal: the sum is a double.
    case equal

    /// The two points are opposite: the sum is infinity.
    case opposite

    /// The two points have different x.
    case chord
}

/// An addition of a table's entry: which, with which sign, and what it found.
struct TracedAddition: Hashable {
    /// The table: 0 for the first, 1 for the second.
    let table: Int

    /// What tells the entry from the others of its table.
    let entry: Int
    let isNegative: Bool
    let found: AdditionCase
}

/// A sum of multiples of G that keeps its discrete logarithm beside the point that the core computes.
///
/// The cases of an addition are told apart by the logarithms, as integers modulo n, without any arithmetic of
/// points.
struct TracedSum {
    private(set) var logarithm = Natural.zero
    private(set) var point = JacobianPoint.infinity
    private(set) var additions: [TracedAddition] = []
    private(set) var doublingsOfInfinity = 0

    /// Whether the point was infinity exactly where the logarithm was 0.
    private(set) var isConsistent = true

    mutating func double() {
        if logarithm.isZero { doublingsOfInfinity += 1 }
        point.double()
        logarithm = 2 * logarithm % ReferenceCurve.n
        isConsistent = isConsistent && point.isInfinity == logarithm.isZero
    }

    /// Adds an entry whose logarithm is known; it is the entry with its sign.
    mutating func add(
        _ entry: AffinePoint,
        logarithm other: Natural,
        table: Int,
        entry index: Int,
        isNegative: Bool
    ) {
        let found: AdditionCase =
            if logarithm.isZero {
                .ontoInfinity
            } else if logarithm == other {
                .equal
            } else if logarithm + other == ReferenceCurve.n {
                .opposite
            } else {
                .chord
            }
        additions.append(TracedAddition(table: table, entry: index, isNegative: isNegative, found: found))
        point.add(entry)
        logarithm = (logarithm + other) % ReferenceCurve.n
        isConsistent = isConsistent && point.isInfinity == logarithm.isZero
    }
}

extension TracedSum {
    /// Holds the trace of u1 · G + u2 · Q with Q = k · G to the core's sum, and that to the reference.
    func expect(_ sum: JacobianPoint, _ u1: Natural, _ u2: Natural, k: Natural) {
        let wanted = (u1 + k * u2) % ReferenceCurve.n
        #expect(isConsistent && logarithm == wanted, "\(u1) G + \(u2) Q, k = \(k)")
        #expect(point.isIdentical(to: sum), "\(u1) G + \(u2) Q, k = \(k)")
        #expect(
            ReferenceProjectivePoint(generatorTimes: wanted).isEqual(to: sum),
            "\(u1) G + \(u2) Q, k = \(k)"
        )
    }
}

extension JacobianPoint {
    /// Whether another point is this one by the same numbers, which are products over all the steps that led
    /// to it.
    func isIdentical(to other: JacobianPoint) -> Bool {
        x.montgomery == other.x.montgomery && y.montgomery == other.y.montgomery
            && z.montgomery == other.z.montgomery
    }
}

extension Natural {
    /// A digit, which may be negative, modulo n.
    init(digit: Int) {
        self = digit < 0 ? ReferenceCurve.n - Natural(-digit) : Natural(digit)
    }
}

import Testing

@testable import CollaborationCrypto

/// The cases of a point addition.
enum AdditionCase: CaseIterable {
    /// The sum so far is infinity, at the start or after opposite points.
    case ontoInfinity

    /// The two points are equal: the sum is a double.
    case equal

    /// The two points are opposite: the sum is infinity.
    case opposite

    /// The two points have different x.
    case chord
}

/// An addition of a table's entry, its sign and its case.
struct TracedAddition: Hashable {
    /// The table: 0 for the first, 1 for the second.
    let table: Int

    /// The index of the entry in its table.
    let entry: Int
    let isNegative: Bool
    let found: AdditionCase
}

/// A sum of multiples of G, as the library's point and as its discrete logarithm.
///
/// The logarithms, integers modulo n, determine the case of each addition without point arithmetic.
struct TracedSum {
    private(set) var logarithm = Natural.zero
    private(set) var point = JacobianPoint.infinity
    private(set) var additions: [TracedAddition] = []

    /// Whether the point was infinity exactly when the logarithm was 0.
    private(set) var isConsistent = true

    mutating func double() {
        point.double()
        logarithm = 2 * logarithm % ReferenceCurve.n
        isConsistent = isConsistent && point.isInfinity == logarithm.isZero
    }

    /// Adds an entry, which already has its sign, and its logarithm.
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
    /// Compares the trace of u1 · G + u2 · Q with Q = k · G with the library's sum and with the reference.
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
    /// Whether another point has the same stored coordinates, which depend on all the steps that led to it.
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

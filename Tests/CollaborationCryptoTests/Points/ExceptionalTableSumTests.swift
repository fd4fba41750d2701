import Testing

@testable import CollaborationCrypto

@Suite("A table's sum whose additions meet every exception")
struct ExceptionalTableSumTests {
    private let n = ReferenceCurve.n

    /// A table's base, and the width and the spacing of its windows.
    struct Shape: CustomTestStringConvertible, Sendable {
        let k: Natural
        let width: Int
        let spacing: Int

        var testDescription: String { "\(k) · G, width \(width), spacing \(spacing)" }

        /// The generator's table and a prepared key's come first.
        #if DEBUG
            static let all = [Shape(k: EdgeScalars.drawn[3], width: 4, spacing: 3)]
        #else
            static let all = [
                Shape(k: 1, width: 10, spacing: 1), Shape(k: EdgeScalars.drawn[3], width: 7, spacing: 3),
                Shape(k: ReferenceCurve.n - 1, width: 4, spacing: 2), Shape(k: 2, width: 8, spacing: 1),
            ]
        #endif
    }

    @Test("meets the entry of each window, equal and opposite, with either sign", arguments: Shape.all)
    func everyWindow(_ shape: Shape) throws {
        let base = try #require(AffinePoint(ReferenceProjectivePoint(generatorTimes: shape.k)))
        let table = FixedBaseTable(base: base, width: shape.width, spacing: shape.spacing)
        let traced = TracedTable(base: base, k: shape.k, width: shape.width, spacing: shape.spacing)
        let doublings = Natural(twoToThe: shape.width * (shape.spacing - 1))
        #if DEBUG
            let (entries, count) = (traced.entries.every(traced.entries.count - 1), 1)
        #else
            let (entries, count) = (traced.entries, 4)
        #endif
        var counts: [TracedAddition: Int] = [:]
        var (passagesThroughInfinity, doublingsOfInfinity) = (0, 0)
        for ((window, isNegative), isOpposite) in entries.paired(with: [false, true]) {
            let scalars = EdgeScalars.all.reversed().filter { scalar in
                let digit = traced.digit(of: scalar, window: window)
                return digit != 0 && (digit < 0) == isNegative
            }
            for scalar in scalars.prefix(count) {
                let start = try #require(traced.collision(scalar, at: window, opposite: isOpposite))
                let point =
                    AffinePoint(ReferenceProjectivePoint(generatorTimes: start))
                    .map { JacobianPoint($0, z: base.y) } ?? .infinity
                let trace = traced.sum(scalar, from: point, logarithm: start)
                var sum = point
                table.add(Scalar(scalar), to: &sum)
                let logarithm = (start * doublings + scalar * shape.k) % n
                #expect(trace.isConsistent && trace.logarithm == logarithm, "\(scalar) from \(start)")
                #expect(trace.point.isIdentical(to: sum), "\(scalar) from \(start)")
                #expect(
                    ReferenceProjectivePoint(generatorTimes: logarithm).isEqual(to: sum),
                    "\(scalar) from \(start)"
                )
                for addition in trace.additions {
                    counts[addition, default: 0] += 1
                }
                passagesThroughInfinity += trace.additions.count { $0.found == .ontoInfinity }
                doublingsOfInfinity += trace.doublingsOfInfinity
            }
        }
        let wanted = entries.flatMap { window, isNegative in
            [AdditionCase.equal, .opposite].map {
                TracedAddition(table: 0, entry: window, isNegative: isNegative, found: $0)
            }
        }
        #expect(wanted.filter { counts[$0, default: 0] == 0 } == [])
        #expect(passagesThroughInfinity > 0)
        #if !DEBUG
            #expect(shape.spacing == 1 || doublingsOfInfinity > 0)
        #endif
    }
}

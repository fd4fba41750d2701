import Testing

@testable import CollaborationCrypto

@Suite("A table of a point's multiples")
struct FixedBaseTableTests {
    let n = ReferenceCurve.n

    /// A table's base k G, the bits of its windows, and how many windows share a row.
    struct Base: CustomTestStringConvertible, Sendable {
        let k: Natural
        let width: Int
        var spacing = 1

        var testDescription: String { "\(k) · G, width \(width), spacing \(spacing)" }
        var point: AffinePoint {
            get throws { try #require(JacobianPoint(k, doublingAndAdding: .generator).affine) }
        }

        #if DEBUG
            static let all = [
                Base(k: 1, width: 8), Base(k: EdgeScalars.drawn[0], width: 5),
                Base(k: ReferenceCurve.n - 1, width: 4),
            ]
        #else
            static let all = (2...8).flatMap { width in
                [1, 2, ReferenceCurve.n - 1, EdgeScalars.drawn[0]].map { Base(k: $0, width: width) }
            }
        #endif
    }

    /// Tables in which windows share rows.
    static let spaced = [
        Base(k: EdgeScalars.drawn[1], width: 6, spacing: 2), Base(k: 3, width: 7, spacing: 3),
        Base(k: ReferenceCurve.n - 1, width: 4, spacing: 5),
    ]

    /// A table's sum for a scalar, from a point on.
    private func sum(_ table: FixedBaseTable, _ scalar: Natural, from start: JacobianPoint) -> ReferencePoint
    {
        var sum = start
        table.add(Scalar(scalar), to: &sum)
        return ReferencePoint(sum)
    }

    @Test("gives the multiples that doubling and adding give", arguments: Base.all + spaced)
    func multiples(of base: Base) throws {
        let point = try base.point
        let table = FixedBaseTable(base: point, width: base.width, spacing: base.spacing)
        for scalar in EdgeScalars.all(orEvery: 5) {
            let expected = ReferencePoint(JacobianPoint(scalar, doublingAndAdding: point))
            #expect(sum(table, scalar, from: .infinity) == expected, "\(scalar)")
        }
    }

    @Test(
        "adds to what is there: to infinity, its own multiple, the opposite, their neighbours",
        arguments: Base.all
    )
    func accumulation(onto base: Base) throws {
        let (table, point) = (FixedBaseTable(base: try base.point, width: base.width), try base.point)
        for scalar in EdgeScalars.all(orEvery: 12) {
            let multiple = JacobianPoint(scalar, doublingAndAdding: point)
            #expect(sum(table, scalar, from: -multiple) == .infinity, "-\(scalar)")
            #expect(sum(table, scalar, from: multiple) == ReferencePoint(multiple.doubled), "\(scalar)")
            #expect(
                sum(table, scalar, from: (-multiple).adding(point)) == ReferencePoint(point),
                "1 - \(scalar)"
            )
            #expect(
                sum(table, n - 1, from: multiple) == ReferencePoint(multiple.adding(-point)),
                "\(scalar) - 1"
            )
        }
        // A single window's entry, met by itself and by its opposite.
        for digit in 1..<(1 << base.width) {
            let entry = JacobianPoint(Natural(digit), doublingAndAdding: point)
            #expect(sum(table, Natural(digit), from: entry) == ReferencePoint(entry.doubled), "\(digit)")
            #expect(sum(table, Natural(digit), from: -entry) == .infinity, "-\(digit)")
        }
    }

    @Test("doubles what is there once for each bit of the windows that have no row", arguments: spaced)
    func doubling(with base: Base) throws {
        let point = try base.point
        let table = FixedBaseTable(base: point, width: base.width, spacing: base.spacing)
        var expected = JacobianPoint(point)
        for _ in 0..<base.width * (base.spacing - 1) {
            expected.double()
        }
        #expect(sum(table, 0, from: JacobianPoint(point)) == ReferencePoint(expected))
        expected.add(point)
        #expect(sum(table, 1, from: JacobianPoint(point)) == ReferencePoint(expected))
    }

    @Test("gives, for the generator and a key, the sum that one chain of doublings gives")
    func bothTables() throws {
        let key = try #require(JacobianPoint(EdgeScalars.drawn[5], doublingAndAdding: .generator).affine)
        let table = FixedBaseTable(base: key, width: 7, spacing: 3)
        for (u1, u2) in EdgeScalars.all(orEvery: 17).paired(with: EdgeScalars.all(orEvery: 15)) {
            var sum = JacobianPoint.infinity
            table.add(Scalar(u2), to: &sum)
            FixedBaseTable.generator.add(Scalar(u1), to: &sum)
            let expected = JacobianPoint.sum(Scalar(u1), timesGeneratorPlus: Scalar(u2), times: key)
            #expect(ReferencePoint(sum) == ReferencePoint(expected), "\(u1) G + \(u2) Q")
        }
    }

    #if !DEBUG
        @Test("gives the multiples that the reference gives", arguments: [5, 8])
        func reference(width: Int) throws {
            let k = EdgeScalars.drawn[6]
            let table = FixedBaseTable(
                base: try #require(AffinePoint(ReferenceCurve.multiple(k))),
                width: width
            )
            for scalar in EdgeScalars.all {
                #expect(
                    sum(table, scalar, from: .infinity) == ReferenceCurve.multiple(k * scalar % n),
                    "\(scalar)"
                )
            }
        }
    #endif
}

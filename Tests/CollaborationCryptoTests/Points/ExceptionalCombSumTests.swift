import Testing

@testable import CollaborationCrypto

/// Sums u1 · G + u2 · Q by combs.
///
/// Q = k · G is chosen so that an entry meets an equal or opposite sum.
@Suite("Exceptional cases of comb multiplication")
struct ExceptionalCombSumTests {
    @Test("Comb multiplication is correct when each column's entry meets an equal or opposite sum")
    func everyColumn() throws {
        let shape = FixedBaseComb(base: .generator, rows: 8)
        var columns: [(table: Int, column: Int)] = [
            (TracedComb.key, shape.rows), (TracedComb.generator, FixedBaseComb.generator.rows),
        ].flatMap { table, rows in (0..<rows * FixedBaseComb.steps).map { (table, $0) } }
        // Before Q's additions of the highest step the sum has only multiples of Q: never an equal or opposite.
        columns.removeAll { table, column in
            table == TracedComb.key && column % FixedBaseComb.steps == FixedBaseComb.steps - 1
        }
        #if DEBUG
            columns = columns.every(columns.count - 1)
            let count = 1
        #else
            let count = 3
        #endif
        var (wanted, met) = ([TracedAddition](), Set<TracedAddition>())
        var passagesThroughInfinity = 0
        for ((table, column), isNegative) in columns.paired(with: [false, true]) {
            let pairs = EdgeScalars.pseudorandom.paired(with: EdgeScalars.all.reversed())
            let chains = pairs.lazy.map { TracedComb($0, $1, times: shape) }.filter {
                $0.steps.joined().contains {
                    $0.table == table && $0.column == column && $0.isNegative == isNegative
                }
            }
            for (chain, opposite) in Array(chains.prefix(count)).paired(with: [false, true]) {
                let k = try #require(chain.collision(at: column, of: table, opposite: opposite))
                let sum = try trace(chain, k: k)
                wanted.append(
                    TracedAddition(
                        table: table,
                        entry: column,
                        isNegative: isNegative,
                        found: opposite ? .opposite : .equal
                    )
                )
                met.formUnion(sum.additions)
                passagesThroughInfinity += sum.additions.dropFirst().count { $0.found == .ontoInfinity }
            }
        }
        #expect(wanted.count == columns.count * 4 * count)
        #expect(wanted.filter { !met.contains($0) } == [])
        #expect(passagesThroughInfinity > 0)
    }

    /// Traces a sum, and compares the trace with the library's sum and with the reference.
    private func trace(_ chain: TracedComb, k: Natural) throws -> TracedSum<ExtendedJacobianPoint> {
        let q = try #require(AffinePoint(ReferenceProjectivePoint(generatorTimes: k)))
        let comb = FixedBaseComb(base: q, rows: chain.comb.rows)
        let traced = TracedComb(chain.u1, chain.u2, times: comb).sum(k: k)
        let sum = JacobianPoint.sum(Scalar(chain.u1), timesGeneratorPlus: Scalar(chain.u2), times: comb)
        traced.expect(sum, chain.u1, chain.u2, k: k)
        return traced
    }

    @Test(
        "Comb multiplication continues correctly after any step that ends at infinity",
        arguments: 1..<FixedBaseComb.steps
    )
    func infinityBetweenSteps(step: Int) throws {
        let shape = FixedBaseComb(base: .generator, rows: 8)
        let chain = TracedComb(EdgeScalars.pseudorandom[0], EdgeScalars.pseudorandom[1], times: shape)
        let column = (FixedBaseComb.generator.rows - 1) * FixedBaseComb.steps + step
        let k = try #require(chain.collision(at: column, of: TracedComb.generator, opposite: true))
        // The first addition is onto infinity too.
        #expect(try trace(chain, k: k).additions.count { $0.found == .ontoInfinity } == 2)
    }
}

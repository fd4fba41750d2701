import Testing

@testable import CollaborationCrypto

/// Sums u1 · G + u2 · Q.
///
/// Q = k · G is chosen so that a table's entry meets an equal or opposite sum.
@Suite("Exceptional cases of double scalar multiplication")
struct ExceptionalSumTests {
    private let n = ReferenceCurve.n

    /// Traces a sum, and compares the trace with the library's sum and with the reference.
    private func trace(_ chain: TracedChain, k: Natural) throws -> TracedSum {
        let q = try #require(AffinePoint(ReferenceProjectivePoint(generatorTimes: k)))
        let traced = chain.sum(q: q, k: k)
        let (u1, u2) = (Scalar(chain.u1), Scalar(chain.u2))
        let sum = JacobianPoint.doubleScalarMultiplication(u1: u1, u2: u2, q: q)
        traced.expect(sum, chain.u1, chain.u2, k: k)
        return traced
    }

    @Test("Double scalar multiplication is correct when each table entry meets an equal or opposite sum")
    func everyEntry() throws {
        #if DEBUG
            let (entriesOfG, entriesOfQ) = ([1023], [15])
        #else
            let entriesOfG = Array(stride(from: 1, to: 1024, by: 2))
            let entriesOfQ = Array(stride(from: 1, to: 16, by: 2))
        #endif
        var met: Set<TracedAddition> = []
        func meet(_ u1: Int, _ u2: Int, _ table: Int) throws {
            let chain = TracedChain(Natural(u1), Natural(u2))
            for opposite in [false, true] {
                let k = try #require(chain.collision(at: 0, with: table, opposite: opposite))
                met.formUnion(try trace(chain, k: k).additions.filter { $0.table == table })
            }
        }
        for entry in entriesOfG {
            // A positive digit, and a negative digit with a carry into the next one.
            try meet(entry, 1 + entry % 16 / 2 * 2, TracedChain.generator)
            try meet(2048 - entry, 1 + entry % 16 / 2 * 2, TracedChain.generator)
        }
        for entry in entriesOfQ {
            try meet(1 << 11 + entry - 1, entry, TracedChain.key)
            try meet(1 << 11 + entry + 1, 32 - entry, TracedChain.key)
        }
        var wanted: [TracedAddition] = []
        for (table, entries) in [(TracedChain.generator, entriesOfG), (TracedChain.key, entriesOfQ)] {
            for (entry, isNegative) in entries.paired(with: [false, true]) {
                wanted += [AdditionCase.equal, .opposite].map {
                    TracedAddition(table: table, entry: entry, isNegative: isNegative, found: $0)
                }
            }
        }
        #expect(wanted.filter { !met.contains($0) } == [])
    }

    @Test("Exceptional additions are correct at the first, the middle and the last digit of long scalars")
    func everywhere() throws {
        var counts: [TracedAddition: Int] = [:]
        var (passagesThroughInfinity, endsInInfinity) = (0, 0)
        #if DEBUG
            let scalars = Array(EdgeScalars.pseudorandom.suffix(2))
        #else
            let scalars = EdgeScalars.all.filter { $0 > 1 }
        #endif
        for (index, u1) in scalars.enumerated() {
            let chain = TracedChain(u1, scalars[(index * 29 + 17) % scalars.count])
            for table in [TracedChain.key, TracedChain.generator] {
                let positions = chain.positions(of: table)
                for position in Set([0, positions.count / 2, positions.count - 1]).map({ positions[$0] }) {
                    for opposite in [false, true] {
                        guard let k = chain.collision(at: position, with: table, opposite: opposite)
                        else { continue }
                        let sum = try trace(chain, k: k)
                        #expect(sum.additions.contains { $0.found == (opposite ? .opposite : .equal) })
                        for addition in sum.additions {
                            let kind = TracedAddition(
                                table: addition.table,
                                entry: 0,
                                isNegative: addition.isNegative,
                                found: addition.found
                            )
                            counts[kind, default: 0] += 1
                        }
                        passagesThroughInfinity += sum.additions.dropFirst().count {
                            $0.found == .ontoInfinity
                        }
                        if sum.logarithm.isZero { endsInInfinity += 1 }
                    }
                }
            }
        }
        for (table, isNegative) in [TracedChain.key, TracedChain.generator].paired(with: [false, true]) {
            for found in AdditionCase.allCases {
                // The first digit is positive, so a negative entry meets infinity only later in a sum.
                let kind = TracedAddition(table: table, entry: 0, isNegative: isNegative, found: found)
                #expect(counts[kind, default: 0] > 0, "\(kind)")
            }
        }
        #expect(passagesThroughInfinity > 0)
        #expect(endsInInfinity > 0)
    }

    @Test(
        "Double scalar multiplication is correct when it passes through infinity many times",
        arguments: [12, 16, 40]
    )
    func manyTimes(spacing: Int) throws {
        // Isolated one bits are digits of both forms. With Q = -G each addition is undone by the next.
        let u = stride(from: 0, to: 250, by: spacing).reduce(Natural.zero) { $0 + Natural(twoToThe: $1) }
        let ones = 1 + 249 / spacing
        let sum = try trace(TracedChain(u, u), k: n - 1)
        #expect(sum.additions.count { $0.found == .opposite } == ones)
        #expect(sum.additions.count { $0.found == .ontoInfinity } == ones)
        // With Q = G the first entry of G is added to the equal first entry of Q.
        let twice = try trace(TracedChain(u, u), k: 1)
        #expect(twice.additions.count { $0.found == .equal } == 1)
    }
}

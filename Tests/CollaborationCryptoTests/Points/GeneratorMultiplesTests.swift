import Testing

@testable import CollaborationCrypto

@Suite("Published multiples of the generator")
struct GeneratorMultiplesTests {
    @Test("There are 28 published multiples of the generator, and the first 20 are those by 1 to 20")
    func count() {
        #expect(PublishedMultiple.all.count == 28)
        #expect(PublishedMultiple.all.prefix(20).map(\.k) == (1...20).map { Natural($0) })
    }

    @Test(
        "Every method of multiplication gives the published multiples of the generator",
        arguments: PublishedMultiple.all
    )
    func multiple(_ published: PublishedMultiple) {
        let (g, scalar, zero) = (AffinePoint.generator, Scalar(published.k), Scalar(0))
        #expect(ReferencePoint(JacobianPoint(published.k, doublingAndAdding: g)) == published.point)
        #expect(ReferencePoint(.sum(scalar, timesGeneratorPlus: zero, times: g)) == published.point)
        #expect(ReferencePoint(.sum(zero, timesGeneratorPlus: scalar, times: g)) == published.point)
        let comb = FixedBaseComb.generator
        #expect(ReferencePoint(comb.multiple(by: scalar)) == published.point)
        #expect(ReferencePoint(.sum(scalar, timesGeneratorPlus: zero, times: comb)) == published.point)
        #expect(ReferencePoint(.sum(zero, timesGeneratorPlus: scalar, times: comb)) == published.point)
    }

    @Test(
        "The multiple of n - k is the negative of the published multiple of k",
        arguments: PublishedMultiple.all
    )
    func negative(_ published: PublishedMultiple) {
        let scalar = Scalar(ReferenceCurve.n - published.k)
        let multiple = JacobianPoint.sum(scalar, timesGeneratorPlus: Scalar(0), times: AffinePoint.generator)
        #expect(ReferencePoint(multiple) == -published.point)
    }
}

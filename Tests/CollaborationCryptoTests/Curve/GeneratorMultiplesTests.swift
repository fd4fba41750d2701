import Testing

@testable import CollaborationCrypto

@Suite("Published multiples of the generator")
struct GeneratorMultiplesTests {
    @Test(
        "Every method of multiplication gives the published multiples of the generator",
        arguments: PublishedMultiple.all
    )
    func multiple(_ published: PublishedMultiple) {
        let (g, scalar, zero) = (AffinePoint.generator, Scalar(published.k), Scalar(0))
        #expect(ReferencePoint(JacobianPoint(published.k, doublingAndAdding: g)) == published.point)
        for (u1, u2) in [(scalar, zero), (zero, scalar)] {
            let multiple = JacobianPoint.doubleScalarMultiplication(u1: u1, u2: u2, q: g)
            #expect(ReferencePoint(multiple) == published.point)
        }
    }

    @Test(
        "The multiple of n - k is the negative of the published multiple of k",
        arguments: PublishedMultiple.all
    )
    func negative(_ published: PublishedMultiple) {
        let scalar = Scalar(ReferenceCurve.n - published.k)
        let multiple = JacobianPoint.doubleScalarMultiplication(u1: scalar, u2: .zero, q: .generator)
        #expect(ReferencePoint(multiple) == -published.point)
    }
}

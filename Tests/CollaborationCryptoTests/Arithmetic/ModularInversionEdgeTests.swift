import Testing

@testable import CollaborationCrypto

@Suite("Quotients of numbers of edge limbs")
struct ModularInversionEdgeTests {
    @Test(
        "are below the modulus, and the reference multiplies them back",
        arguments: [ReferenceCurve.p, ReferenceCurve.n]
    )
    func quotients(modulo number: Natural) {
        let (inversion, modulus) = (ModularInversion(modulus: UInt256(number)), FixedNatural(number))
        EdgeWalk().check { step in
            let (divisor, dividend) = (
                FixedNatural(step.a) % modulus, FixedNatural(step.b) % modulus
            )
            let quotient = FixedNatural(inversion.quotient(of: UInt256(dividend), by: UInt256(divisor)))
            guard !divisor.isZero else { return quotient.isZero }
            return quotient < modulus && quotient * divisor % modulus == dividend
        }
    }
}

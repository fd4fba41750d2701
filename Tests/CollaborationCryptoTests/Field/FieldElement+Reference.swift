@testable import CollaborationCrypto

extension FixedNatural {
    static let p = FixedNatural(ReferenceCurve.p)
    static let n = FixedNatural(ReferenceCurve.n)
}

extension FieldElement {
    /// Whether this element stands for the same one as a number of any size.
    func isRepresented(by number: FixedNatural) -> Bool {
        FixedNatural(montgomery) % .p == number % .p
    }

    /// Whether this element stands for the number divided by 2²⁵⁶, which is what Montgomery's reduction has
    /// to give.
    func isMontgomeryReduction(of number: FixedNatural) -> Bool {
        FixedNatural(montgomery).timesTwoTo256 % .p == number % .p
    }
}

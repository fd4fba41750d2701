extension FieldElement {
    private static let inversion = ModularInversion(modulus: modulus)

    /// The element that gives one when multiplied with this one, and zero for zero.
    ///
    /// 2⁵¹² divided by the stored x · 2²⁵⁶ is 2²⁵⁶ / x: Montgomery's form of the inverse.
    var inverse: FieldElement {
        FieldElement(montgomery: Self.inversion.quotient(of: Self.montgomeryFactor.montgomery, by: canonical))
    }
}

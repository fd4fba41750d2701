extension FieldElement {
    private static let inversion = ModularInversion(modulus: modulus)

    /// The element that gives one when multiplied with this one, and zero for zero.
    ///
    /// Of x · 2²⁵⁶ the quotient by 2⁵¹² is 2²⁵⁶ / x: Montgomery's form of the inverse.
    var inverse: FieldElement {
        FieldElement(montgomery: Self.inversion.quotient(of: Self.montgomeryFactor.montgomery, by: canonical))
    }
}

extension FieldElement {
    private static let inversion = ModularInversion(modulus: modulus)

    /// The multiplicative inverse, and zero for zero.
    ///
    /// The inverse of the integer is computed, and multiplied into Montgomery's form.
    var inverse: FieldElement {
        FieldElement(montgomery: Self.inversion.inverse(of: integer)) * Self.montgomeryFactor
    }

    /// Returns the inverses of elements with a single inversion.
    ///
    /// No element may be zero.
    ///
    /// This is Montgomery's trick: each inverse is the product of all elements before it times the inverse of
    /// the product up to it.
    static func inverses(of elements: [FieldElement]) -> [FieldElement] {
        var product = one
        var inverses = elements.map { element in
            defer { product = product * element }
            return product
        }
        var inverse = product.inverse
        for index in elements.indices.reversed() {
            inverses[index] = inverses[index] * inverse
            inverse = inverse * elements[index]
        }
        return inverses
    }
}

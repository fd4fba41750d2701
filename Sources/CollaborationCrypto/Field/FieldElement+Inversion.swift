extension FieldElement {
    private static let inversion = ModularInversion(modulus: modulus)

    /// The element that gives one when multiplied with this one, and zero for zero.
    ///
    /// 2⁵¹² divided by the stored x · 2²⁵⁶ is 2²⁵⁶ / x: Montgomery's form of the inverse.
    var inverse: FieldElement {
        FieldElement(montgomery: Self.inversion.quotient(of: Self.montgomeryFactor.montgomery, by: canonical))
    }

    /// The inverses of elements of which none is zero, with one inversion for all.
    ///
    /// Montgomery's trick: the inverse of a product gives each factor's inverse, when the products of the
    /// factors before it are kept.
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

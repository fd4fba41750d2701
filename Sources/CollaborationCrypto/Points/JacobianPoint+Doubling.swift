extension JacobianPoint {
    /// Adds this point to itself.
    ///
    /// The doubling "dbl-2001-b" of the Explicit-Formulas Database for a = -3, with Z3 as a product and with
    /// X scaled by 1/4, Y by 1/8 and Z by 1/2, which is the same point: 4 multiplications and 4 squarings.
    /// There is no exceptional case: infinity has Z = 0 and keeps it, and no point of a group of odd order
    /// has y = 0.
    ///
    /// Neighbouring steps do not depend on each other where that can be had, so that a processor overlaps
    /// them.
    mutating func double() {
        let delta = z.squaredInline
        let gamma = y.squaredInline
        let product = (x - delta).multipliedInline(by: x + delta)
        let beta = x.multipliedInline(by: gamma)
        let alpha = product + product.halved  // (3 X² - 3 Z⁴) / 2
        z = y.multipliedInline(by: z)
        let alphaSquared = alpha.squaredInline
        let gammaSquared = UInt512(square: gamma.montgomery)
        x = alphaSquared - beta.doubled
        y = alpha.multipliedInline(by: beta - x, minus: gammaSquared)
    }

    /// This point added to itself.
    var doubled: JacobianPoint {
        var result = self
        result.double()
        return result
    }
}

extension JacobianPoint {
    /// This point added to itself.
    ///
    /// The doubling "dbl-2001-b" of the Explicit-Formulas Database for a = -3 with X scaled by 1/4, Y by 1/8 and Z by 1/2,
    /// which are the same point: 4 multiplications and 4 squarings. There is no exceptional case, because infinity has
    /// Z = 0 and stays so, and no point of a group of odd order has y = 0.
    var doubled: JacobianPoint {
        let delta = z.squared
        let gamma = y.squared
        let beta = x * gamma
        let product = (x - delta) * (x + delta)
        let alpha = (product.doubled + product).halved  // (3 X² - 3 Z⁴) / 2
        let x3 = alpha.squared - beta.doubled
        let y3 = alpha * (beta - x3) - gamma.squared
        return JacobianPoint(x: x3, y: y3, z: y * z)
    }
}

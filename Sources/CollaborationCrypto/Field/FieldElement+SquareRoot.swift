extension FieldElement {
    /// An element whose square is this one, or nil if there is none.
    ///
    /// Since p = 3 mod 4, the root of a square is its power (p + 1) / 4 = 2²⁵⁴ - 2²²² + 2¹⁹⁰ + 2⁹⁴. For an
    /// element that is not a square, this power is a root of its negative, so the result is squared to check.
    var squareRoot: FieldElement? {
        let ones2 = squared * self
        let ones4 = ones2.squared(times: 2) * ones2
        let ones8 = ones4.squared(times: 4) * ones4
        let ones16 = ones8.squared(times: 8) * ones8
        let ones32 = ones16.squared(times: 16) * ones16
        // In binary the exponent is 32 ones, 31 zeros, a one, 95 zeros, a one, 94 zeros.
        let root = ((ones32.squared(times: 32) * self).squared(times: 96) * self).squared(times: 94)
        return root.squared == self ? root : nil
    }
}

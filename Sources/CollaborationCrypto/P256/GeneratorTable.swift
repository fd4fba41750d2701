/// Odd multiples of the generator, from G and 3G on, for digits of a wide non-adjacent form.
enum GeneratorTable {
    /// The width of the form that the table serves: 2^(width - 2) points of 64 bytes, 32 KiB.
    static let width = 11

    /// The point (2i + 1) G at index i, made at first use.
    static let points = oddMultiples(of: .generator, count: 1 << (width - 2))

    /// The first odd multiples of a point, brought to affine coordinates with one inversion for all.
    static func oddMultiples(of point: AffinePoint, count: Int) -> [AffinePoint] {
        let twice = CachedPoint(JacobianPoint(point).doubled)
        var multiples = [JacobianPoint(point)]
        while multiples.count < count {
            multiples.append(multiples[multiples.count - 1].adding(twice))
        }
        return AffinePoint.normalized(multiples)
    }
}

extension JacobianPoint {
    /// The point u1 · G + u2 · Q, where G is the generator.
    ///
    /// Both scalars' non-adjacent forms are read from the top with one chain of doublings for the two (Straus; "Shamir's
    /// trick"). G's form is wide, since its table is made once for all; Q's is narrow, since its table is made here.
    static func sum(_ u1: Scalar, timesGeneratorPlus u2: Scalar, times q: AffinePoint) -> JacobianPoint {
        let width = 5
        let multiples = oddMultiples(of: q, count: 1 << (width - 2))
        let form1 = NonAdjacentForm(u1.integer, width: GeneratorTable.width).digits
        let form2 = NonAdjacentForm(u2.integer, width: width).digits
        var result = infinity
        for position in (0..<NonAdjacentForm.count).reversed() {
            result = result.doubled
            let digit2 = Int(form2[position])
            if digit2 > 0 {
                result = result.adding(multiples[digit2 / 2])
            } else if digit2 < 0 {
                result = result.adding(-multiples[-digit2 / 2])
            }
            let digit1 = Int(form1[position])
            if digit1 > 0 {
                result = result.adding(GeneratorTable.points[digit1 / 2])
            } else if digit1 < 0 {
                result = result.adding(-GeneratorTable.points[-digit1 / 2])
            }
        }
        return result
    }

    private static func oddMultiples(of point: AffinePoint, count: Int) -> [CachedPoint] {
        let first = JacobianPoint(point)
        let twice = CachedPoint(first.doubled)
        var multiples = [first]
        while multiples.count < count {
            multiples.append(multiples[multiples.count - 1].adding(twice))
        }
        return multiples.map(CachedPoint.init)
    }
}

import BigInt

extension CaseMaker {
    /// Makes a valid signature of any kind and changes one part of it.
    mutating func changed(_ kind: Kind) throws -> Case {
        let order = Curve.order
        var changed = try make(element(of: Kind.valid))
        switch kind {
        case .digestChanged: changed.digest.flip(Int.random(in: 0..<256, using: &generator))
        case .rChanged: changed.signature.flip(Int.random(in: 0..<256, using: &generator))
        case .sChanged: changed.signature.flip(Int.random(in: 256..<512, using: &generator))
        case .sNegated: changed.s = order - changed.s
        case .rNegated: changed.r = order - changed.r
        case .swapped: changed.signature = Array(changed.signature.suffix(32) + changed.signature.prefix(32))
        case .otherKey: changed.key = element(of: pool.keys + pool.smallKeys)
        case .negatedKey: changed.key = try KnownKey(point: Point(x963: changed.key.x963).negated)
        default: leaveRange(&changed)
        }
        return changed
    }

    /// Replaces r or s by a congruent number out of range, or by one of the bounds.
    private mutating func leaveRange(_ changed: inout Case) {
        let order = Curve.order
        let bounds = [0, order, order + 1, Curve.prime, (BigUInt(1) << 256) - 1]
        let bound = element(of: bounds)
        if Bool.random(using: &generator) {
            let same = changed.r + order
            changed.r = same.bitWidth <= 256 && Bool.random(using: &generator) ? same : bound
        } else {
            let same = changed.s + order
            changed.s = same.bitWidth <= 256 && Bool.random(using: &generator) ? same : bound
        }
    }
}

extension [UInt8] {
    /// Flips a bit, counted from the most significant one of the first byte.
    fileprivate mutating func flip(_ bit: Int) { self[bit / 8] ^= 0x80 >> (bit % 8) }
}

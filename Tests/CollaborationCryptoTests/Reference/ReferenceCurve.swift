/// The parameters of P-256 as SP 800-186 (3.2.1.3) prints them.
enum ReferenceCurve {
    static let p = Natural(hex: "ffffffff 00000001 00000000 00000000 00000000 ffffffff ffffffff ffffffff")
    static let n = Natural(hex: "ffffffff 00000000 ffffffff ffffffff bce6faad a7179e84 f3b9cac2 fc632551")
    static let b = Natural(hex: "5ac635d8 aa3a93e7 b3ebbd55 769886bc 651d06b0 cc53b0f6 3bce3c3e 27d2604b")

    static let generator = ReferencePoint.affine(
        x: Natural(hex: "6b17d1f2 e12c4247 f8bce6e5 63a440f2 77037d81 2deb33a0 f4a13945 d898c296"),
        y: Natural(hex: "4fe342e2 fe1a7f9b 8ee7eb4a 7c0f9e16 2bce3357 6b315ece cbb64068 37bf51f5")
    )

    /// y² of a point with this x: x³ - 3x + b.
    static func squareOfY(at x: Natural) -> Natural { (x * x * x + b).minus(3 * x % p, modulo: p) % p }
}

extension ReferenceCurve {
    /// The multiples k · G for k from 0 to 64, by additions.
    static let smallMultiples: [ReferencePoint] = (1...64).reduce(into: [.infinity]) { multiples, _ in
        multiples.append((multiples.last ?? .infinity) + generator)
    }

    /// A multiple of G for a small k, which may be negative.
    static func smallMultiple(_ k: Int) -> ReferencePoint { k < 0 ? -smallMultiples[-k] : smallMultiples[k] }

    /// The y of a point with this x, if there is one.
    ///
    /// Since p = 3 mod 4, a root is a power of the square.
    static func y(at x: Natural) -> Natural? {
        let square = squareOfY(at: x)
        let root = square.power((p + 1) >> 2, modulo: p)
        return root * root % p == square ? root : nil
    }
}

import BigInt

/// A point of the curve other than infinity, which nil stands for.
struct Point: Hashable, Sendable {
    let x: BigUInt
    let y: BigUInt

    init(x: BigUInt, y: BigUInt) {
        self.x = x
        self.y = y
    }

    /// Takes the 65 bytes of the uncompressed form.
    init(x963 bytes: [UInt8]) {
        self.init(x: BigUInt(bytes: bytes[1..<33]), y: BigUInt(bytes: bytes[33..<65]))
    }

    /// The point with an x coordinate and an even y, if there is one.
    init?(x: BigUInt) {
        let prime = Curve.prime
        guard x < prime else { return nil }
        let square = (x * x * x + (prime - 3) * x + Curve.b) % prime
        // p is 3 modulo 4.
        let root = square.power((prime + 1) / 4, modulus: prime)
        guard root * root % prime == square else { return nil }
        self.init(x: x, y: root & 1 == 0 ? root : prime - root)
    }

    /// The uncompressed form, 65 bytes.
    var x963: [UInt8] { [0x04] + x.bytes + y.bytes }

    var negated: Point { Point(x: x, y: y.negated(modulo: Curve.prime)) }

    static func + (one: Point, other: Point) -> Point? {
        let prime = Curve.prime
        guard one != other.negated else { return nil }
        let slope =
            one == other
            ? (3 * one.x * one.x + prime - 3) * (2 * one.y).inverted(modulo: prime)
            : other.y.subtracting(one.y, modulo: prime)
                * other.x.subtracting(one.x, modulo: prime).inverted(modulo: prime)
        let x = (slope % prime * slope + 2 * prime - one.x - other.x) % prime
        let y = (slope * one.x.subtracting(x, modulo: prime) + prime - one.y) % prime
        return Point(x: x, y: y)
    }

    /// A multiple, by doubling and adding.
    static func * (scalar: BigUInt, point: Point) -> Point? {
        var sum: Point?
        for place in stride(from: scalar.bitWidth - 1, through: 0, by: -1) {
            sum = sum.flatMap { $0 + $0 }
            if scalar[bitAt: place] { sum = sum.map { $0 + point } ?? point }
        }
        return sum
    }
}

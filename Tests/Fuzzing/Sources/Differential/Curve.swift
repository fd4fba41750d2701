import BigInt
import Foundation

/// The numbers of P-256 (SP 800-186, 3.2.1.3), for simple arithmetic that shares no code with the libraries under test.
enum Curve {
    static let prime = number("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    static let order = number("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    static let b = number("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b")

    private static func number(_ digits: String) -> BigUInt { BigUInt(digits, radix: 16) ?? 0 }
}

/// A point of the curve other than infinity.
struct Point: Equatable {
    let x: BigUInt
    let y: BigUInt

    init(x: BigUInt, y: BigUInt) { (self.x, self.y) = (x, y) }

    /// Takes the 65 bytes of the uncompressed form.
    init(x963 bytes: [UInt8]) { self.init(x: BigUInt(bytes: bytes[1..<33]), y: BigUInt(bytes: bytes[33..<65])) }

    /// The point with an x coordinate and an even y, if there is one.
    init?(x: BigUInt) {
        let prime = Curve.prime
        let square = (x * x * x + (prime - 3) * x + Curve.b) % prime
        // p is 3 modulo 4.
        let root = square.power((prime + 1) / 4, modulus: prime)
        guard x < prime, root * root % prime == square else { return nil }
        self.init(x: x, y: root & 1 == 0 ? root : prime - root)
    }

    /// The uncompressed form, 65 bytes.
    var x963: [UInt8] { [0x04] + x.bytes + y.bytes }

    var negated: Point { Point(x: x, y: Curve.prime - y) }

    /// The sum of two points that are not each other's negatives.
    static func + (one: Point, other: Point) -> Point {
        let prime = Curve.prime
        let slope =
            one == other
            ? (3 * one.x * one.x + prime - 3) * (2 * one.y).inverted(modulo: prime)
            : (other.y + prime - one.y) * ((other.x + prime - one.x) % prime).inverted(modulo: prime)
        let x = (slope % prime * slope + 2 * prime - one.x - other.x) % prime
        return Point(x: x, y: (slope * ((one.x + prime - x) % prime) + prime - one.y) % prime)
    }
}

extension BigUInt {
    func inverted(modulo prime: BigUInt) -> BigUInt { inverse(prime) ?? 0 }

    /// 32 bytes, most significant first.
    var bytes: [UInt8] {
        let significant = serialize()
        return [UInt8](repeating: 0, count: 32 - significant.count) + significant
    }

    /// Takes bytes, most significant first.
    init(bytes: some Collection<UInt8>) { self.init(Data(bytes)) }
}

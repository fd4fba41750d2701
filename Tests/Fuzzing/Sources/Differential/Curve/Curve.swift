import BigInt
import Foundation

/// The numbers of P-256 (SP 800-186, 3.2.1.3), for simple arithmetic that shares no code with the libraries under test.
enum Curve {
    static let prime = number("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    static let order = number("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    static let b = number("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b")

    private static func number(_ digits: String) -> BigUInt { BigUInt(digits, radix: 16) ?? 0 }
}

extension BigUInt {
    /// The difference modulo a number, of two that are below it.
    func subtracting(_ other: BigUInt, modulo modulus: BigUInt) -> BigUInt {
        self >= other ? self - other : self + modulus - other
    }

    /// The negative modulo a number that this is below.
    func negated(modulo modulus: BigUInt) -> BigUInt { BigUInt(0).subtracting(self, modulo: modulus) }

    /// The inverse modulo a prime, zero for zero.
    func inverted(modulo prime: BigUInt) -> BigUInt { inverse(prime) ?? 0 }

    /// 32 bytes, most significant first.
    var bytes: [UInt8] {
        let significant = serialize()
        return [UInt8](repeating: 0, count: 32 - significant.count) + significant
    }

    /// Takes bytes, most significant first.
    init(bytes: some Collection<UInt8>) { self.init(Data(bytes)) }
}

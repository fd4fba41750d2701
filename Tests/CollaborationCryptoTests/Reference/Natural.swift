/// A natural number of any size: the reference implementation of the arithmetic.
///
/// It uses schoolbook methods on limbs of 32 bits, least significant first; the highest one is never zero. It
/// shares no code with the arithmetic under test.
struct Natural: Hashable, Sendable {
    private(set) var limbs: [UInt32]

    init(limbs: [UInt32]) {
        self.limbs = limbs
        while self.limbs.last == 0 { self.limbs.removeLast() }
    }

    static let zero: Natural = 0
    static let one: Natural = 1

    var isZero: Bool { limbs.isEmpty }
    var bitCount: Int { 32 * limbs.count - (limbs.last?.leadingZeroBitCount ?? 0) }

    func bit(_ index: Int) -> Bool { index / 32 < limbs.count && limbs[index / 32] >> UInt32(index % 32) & 1 == 1 }
}

extension Natural: ExpressibleByIntegerLiteral {
    init(integerLiteral value: UInt64) {
        self.init(limbs: [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)])
    }

    init(_ value: some BinaryInteger) { self.init(integerLiteral: UInt64(value)) }

    init(twoToThe exponent: Int) {
        self.init(limbs: Array(repeating: 0, count: exponent / 32) + [1 << UInt32(exponent % 32)])
    }
}

extension Natural: CustomStringConvertible {
    /// Reads hexadecimal digits, most significant first; spaces between them are allowed.
    init(hex: String) {
        var limbs: [UInt32] = []
        var digits = hex.filter { $0 != " " }[...]
        while !digits.isEmpty {
            // A character that is not a digit gives a wrong value, which the tests of the constants notice.
            limbs.append(UInt32(digits.suffix(8), radix: 16) ?? 0xdead_beef)
            digits = digits.dropLast(8)
        }
        self.init(limbs: limbs)
    }

    var description: String {
        guard let highest = limbs.last else { return "0x0" }
        return limbs.dropLast().reversed().reduce("0x" + String(highest, radix: 16)) { text, limb in
            let digits = String(limb, radix: 16)
            return text + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }
}

extension Natural: Comparable {
    static func < (a: Natural, b: Natural) -> Bool {
        guard a.limbs.count == b.limbs.count else { return a.limbs.count < b.limbs.count }
        for index in a.limbs.indices.reversed() where a.limbs[index] != b.limbs[index] {
            return a.limbs[index] < b.limbs[index]
        }
        return false
    }
}

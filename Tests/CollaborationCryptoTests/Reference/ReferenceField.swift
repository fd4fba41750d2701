@testable import CollaborationCrypto

/// An integer modulo p in the reference, which reduces each result by a division.
struct ReferenceFieldElement: Hashable, Sendable {
    let value: FixedNatural

    init(_ number: FixedNatural) {
        value = number % .p
    }

    init(_ number: Natural) {
        self.init(FixedNatural(number))
    }

    /// The Montgomery factor 2²⁵⁶ and its inverse.
    private static let factor = ReferenceFieldElement(EdgeNumbers.limit)
    private static let inverseFactor = ReferenceFieldElement(
        EdgeNumbers.limit.inverse(modulo: ReferenceCurve.p) ?? 0
    )
    private static let half = ReferenceFieldElement((ReferenceCurve.p + 1) >> 1)
    static let zero = ReferenceFieldElement(FixedNatural.zero)
    static let one = ReferenceFieldElement(1 as Natural)

    init(_ element: FieldElement) {
        self = ReferenceFieldElement(FixedNatural(element.montgomery)) * Self.inverseFactor
    }

    private init(below value: FixedNatural) {
        self.value = value
    }

    static func + (a: Self, b: Self) -> Self {
        let sum = a.value + b.value
        return Self(below: sum < .p ? sum : sum - .p)
    }

    static func - (a: Self, b: Self) -> Self {
        Self(below: a.value < b.value ? a.value + .p - b.value : a.value - b.value)
    }

    static func * (a: Self, b: Self) -> Self { Self(a.value * b.value) }

    var isZero: Bool { value.isZero }
    var squared: Self { self * self }
    var cubed: Self { self * self * self }
    var doubled: Self { self + self }
    var tripled: Self { self + self + self }
    var halved: Self { self * Self.half }

    /// This element to a power, by square-and-multiply.
    func power(_ exponent: Natural) -> Self {
        (0..<exponent.bitCount).reversed().reduce(.one) { power, index in
            exponent.bit(index) ? power.squared * self : power.squared
        }
    }

    /// The inverse by Fermat's little theorem.
    ///
    /// The inverse of zero is zero.
    var inverse: Self { power(ReferenceCurve.p - 2) }

    /// An element whose square is this one, or nil if there is none.
    var squareRoot: Self? {
        let root = power((ReferenceCurve.p + 1) >> 2)
        return root.squared == self ? root : nil
    }

    /// An element whose cube is this one, or nil if there is none: p = 4 mod 9.
    var cubeRoot: Self? {
        let root = power((2 * ReferenceCurve.p + 1).dividedWithRemainder(by: 9).quotient)
        return root.cubed == self ? root : nil
    }

    /// The number below p that represents this element in Montgomery form.
    var montgomery: FixedNatural { (self * Self.factor).value }
}

extension FieldElement {
    init(_ element: ReferenceFieldElement) {
        self.init(montgomery: UInt256(element.montgomery))
    }
}

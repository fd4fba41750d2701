@testable import CollaborationCrypto

/// A field element and the number that represents it.
///
/// Elements below 2²⁵⁶ - p have two representations.
struct FieldRepresentation: CustomStringConvertible, Sendable {
    let number: Natural
    let element: FieldElement

    init(_ number: Natural) {
        self.number = number
        element = FieldElement(montgomery: UInt256(number))
    }

    var description: String { number.description }

    static let boundaries = EdgeNumbers.boundaries.map(FieldRepresentation.init)
    static let all = EdgeNumbers.all.map(FieldRepresentation.init)
    static let forSlowTests = EdgeNumbers.forSlowTests.map(FieldRepresentation.init) + pseudorandom
    static let pseudorandom = Natural.pseudorandom(40, below: EdgeNumbers.limit, seed: 2).map(FieldRepresentation.init)
}

extension FieldElement {
    /// Whether a number of any size represents this element.
    func isRepresented(by number: Natural) -> Bool { Natural(canonical) == number % ReferenceCurve.p }

    /// Whether this element is the Montgomery reduction of a number: the number divided by 2²⁵⁶ modulo p.
    func isMontgomeryReduction(of number: Natural) -> Bool {
        Natural(canonical) < ReferenceCurve.p
            && Natural(canonical) << 256 % ReferenceCurve.p == number % ReferenceCurve.p
    }
}

@testable import CollaborationCrypto

/// A field element by the number that stands for it: any below 2²⁵⁶, so that some elements have two.
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
    static let ofEdgeLimbs = EdgeNumbers.ofEdgeLimbs.map(FieldRepresentation.init)
    static let drawn = Natural.drawn(40, below: EdgeNumbers.limit, seed: 2).map(FieldRepresentation.init)
}

extension FieldElement {
    /// Whether a number, of any size, stands for this element too.
    func isRepresented(by number: Natural) -> Bool {
        Natural(canonical) == number % ReferenceCurve.p
    }

    /// Whether this element stands for the number divided by 2²⁵⁶, which is what Montgomery's reduction has
    /// to give.
    func isMontgomeryReduction(of number: Natural) -> Bool {
        Natural(canonical) < ReferenceCurve.p
            && Natural(canonical) << 256 % ReferenceCurve.p == number % ReferenceCurve.p
    }
}

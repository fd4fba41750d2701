import Testing

@testable import CollaborationCrypto

/// A low-discrepancy sequence of combinations of five numbers of edge limbs.
///
/// Five numbers of four limbs have 2¹⁰⁰ combinations. Each step advances by 2¹⁰⁰ / φ. In the 2²⁰ steps of a
/// release build the first number takes every value once, and any two limbs take every pair of values.
struct EdgeSequence: Sequence, IteratorProtocol {
    /// 2¹⁰⁰ / φ, which is odd.
    static let stride: UInt128 = 0x9_e377_9b97_f4a7_c15f_39cc_0605

    #if DEBUG
        static let length = 500
        static let minimumLength = 500
    #else
        static let length = EdgeLimbs.combinations
        static let minimumLength = 1_000_000
    #endif

    private var taken = 0
    private var position: UInt128 = 0

    mutating func next() -> EdgeStep? {
        guard taken < Self.length else { return nil }
        defer {
            taken += 1
            position &+= Self.stride
        }
        return EdgeStep(position: position)
    }

    /// Expects that every step has a property.
    func check(
        _ property: (EdgeStep) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var (checked, counterexamples) = (0, [EdgeStep]())
        for step in self {
            checked += 1
            if !property(step), counterexamples.count < 3 { counterexamples.append(step) }
        }
        #expect(counterexamples.isEmpty, sourceLocation: sourceLocation)
        #expect(checked >= Self.minimumLength, sourceLocation: sourceLocation)
    }
}

/// Five numbers of edge limbs.
struct EdgeStep: CustomStringConvertible {
    let position: UInt128

    func choice(_ index: Int) -> Int {
        Int(truncatingIfNeeded: position >> (20 * index)) & (EdgeLimbs.combinations - 1)
    }

    /// The number that takes every value once in the sequence.
    var a: UInt256 { EdgeLimbs.number(choice(0)) }
    var b: UInt256 { EdgeLimbs.number(choice(1)) }
    var c: UInt256 { EdgeLimbs.number(choice(2)) }
    var d: UInt256 { EdgeLimbs.number(choice(3)) }
    var e: UInt256 { EdgeLimbs.number(choice(4)) }

    var description: String { "\((0..<5).map { Natural(EdgeLimbs.number(choice($0))).description })" }
}

import Testing

@testable import CollaborationCrypto

/// A walk with a fixed stride through the combinations of five numbers of edge limbs.
///
/// Five numbers of four limbs are 2¹⁰⁰ combinations, of which the golden section's share is added at each
/// step. In the 2²⁰ steps of an optimised build, one of its numbers takes every value once, and any two limbs
/// of two numbers take every pair of values.
struct EdgeWalk: Sequence, IteratorProtocol {
    /// 2¹⁰⁰ / φ, which is odd.
    static let stride: UInt128 = 0x9_e377_9b97_f4a7_c15f_39cc_0605

    #if DEBUG
        static let length = 500
        static let promised = 500
    #else
        static let length = EdgeLimbs.combinations
        static let promised = 1_000_000
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

    /// Holds a law to every step, and the walk to its length.
    func check(
        _ law: (EdgeStep) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var (checked, exceptions) = (0, [EdgeStep]())
        for step in self {
            checked += 1
            if !law(step), exceptions.count < 3 { exceptions.append(step) }
        }
        #expect(exceptions.isEmpty, sourceLocation: sourceLocation)
        #expect(checked >= Self.promised, sourceLocation: sourceLocation)
    }
}

/// Five numbers of edge limbs.
struct EdgeStep: CustomStringConvertible {
    let position: UInt128

    func choice(_ index: Int) -> Int {
        Int(truncatingIfNeeded: position >> (20 * index)) & (EdgeLimbs.combinations - 1)
    }

    /// The number that takes every value once in a walk.
    var a: UInt256 { EdgeLimbs.number(choice(0)) }
    var b: UInt256 { EdgeLimbs.number(choice(1)) }
    var c: UInt256 { EdgeLimbs.number(choice(2)) }
    var d: UInt256 { EdgeLimbs.number(choice(3)) }
    var e: UInt256 { EdgeLimbs.number(choice(4)) }

    var description: String { "\((0..<5).map { Natural(EdgeLimbs.number(choice($0))).description })" }
}

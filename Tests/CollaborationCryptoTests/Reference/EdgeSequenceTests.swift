import Testing

@testable import CollaborationCrypto

@Suite("The sequence of edge numbers")
struct EdgeSequenceTests {
    @Test("The sequence of edge numbers uses 32 limbs, among them the 29 required ones")
    func limbs() {
        #expect(EdgeLimbs.required.count == 29)
        #expect(Set(EdgeLimbs.all).count == 32)
        #expect(EdgeLimbs.required.isSubset(of: EdgeLimbs.all))
        #expect(EdgeLimbs.required.isSuperset(of: EdgeNumbers.limbs))
    }

    #if !DEBUG
        @Test("The first edge number of a step takes every combination of limbs once")
        func firstNumber() {
            var met = [Bool](repeating: false, count: EdgeLimbs.combinations)
            for step in EdgeSequence() {
                met[step.choice(0)] = true
            }
            #expect(!met.contains(false))
        }

        @Test("The sequence of edge numbers has every pair of limbs at every two positions")
        func pairsOfLimbs() {
            // There are twenty positions of five bits, and each position chooses a limb.
            var met = [Bool](repeating: false, count: 20 * 20 * 1024)
            for step in EdgeSequence() {
                for first in 0..<20 {
                    let limb = Int(truncatingIfNeeded: step.position >> (5 * first)) & 31
                    for second in 0..<first {
                        let other = Int(truncatingIfNeeded: step.position >> (5 * second)) & 31
                        met[(20 * first + second) << 10 | limb << 5 | other] = true
                    }
                }
            }
            #expect(met.count { $0 } == 20 * 19 / 2 * 1024)
        }
    #endif
}

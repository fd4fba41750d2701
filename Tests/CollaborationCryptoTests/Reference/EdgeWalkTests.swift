import Testing

@testable import CollaborationCrypto

@Suite("The walk through numbers of edge limbs")
struct EdgeWalkTests {
    @Test("is over 32 different limbs, the 29 required ones among them")
    func limbs() {
        #expect(EdgeLimbs.required.count == 29)
        #expect(Set(EdgeLimbs.all).count == 32)
        #expect(EdgeLimbs.required.isSubset(of: EdgeLimbs.all))
        #expect(EdgeLimbs.required.isSuperset(of: EdgeNumbers.limbs))
    }

    #if !DEBUG
        @Test("takes every combination of limbs once for its first number")
        func firstNumber() {
            var met = [Bool](repeating: false, count: EdgeLimbs.combinations)
            for step in EdgeWalk() {
                met[step.choice(0)] = true
            }
            #expect(!met.contains(false))
        }

        @Test("meets every pair of limbs at every two places of its numbers")
        func pairsOfLimbs() {
            // Twenty places of five bits: a limb at one with a limb at another.
            var met = [Bool](repeating: false, count: 20 * 20 * 1024)
            for step in EdgeWalk() {
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

import Testing

@testable import CollaborationCrypto

@Suite("Limbs")
struct LimbTests {
    let limbs = EdgeNumbers.limbs + [2, .max - 1, 0xffff_ffff_0000_0001, 0xffff_ffff_0000_0000, 1 << 63 - 1]

    @Test("The product of two limbs from their halves is the standard library's")
    func productOfHalves() {
        limbs.paired(with: limbs).expectAll { a, b in
            fullProductOfHalves(a, b) == a.multipliedFullWidth(by: b)
        }
    }
}

import Testing

@testable import CollaborationCrypto

@Suite("Wide integers")
struct WideIntegerTests {
    let numbers = EdgeNumbers.forSlowTests

    @Test("The product of two limbs from their halves is the standard library's")
    func productOfHalves() {
        let limbs = EdgeNumbers.limbs + [2, .max - 1, 0xffff_ffff_0000_0001, 0xffff_ffff_0000_0000, 1 << 63 - 1]
        limbs.paired(with: limbs).expectAll { a, b in fullProductOfHalves(a, b) == a.multipliedFullWidth(by: b) }
    }

    @Test("Addition, subtraction and comparison of 256-bit integers are exact")
    func sums() {
        let limit = EdgeNumbers.limit
        numbers.paired(with: EdgeNumbers.boundaries).expectAll { a, b in
            let (sum, carry) = UInt256(a).addingReportingCarry(UInt256(b))
            let (difference, borrow) = UInt256(a).subtractingReportingBorrow(UInt256(b))
            return Natural(sum) + limit * Natural(carry) == a + b
                && Natural(difference) + b == a + limit * Natural(borrow) && (UInt256(a) < UInt256(b)) == (a < b)
        }
    }

    @Test("The product of two 256-bit integers has 512 bits and is exact")
    func product() {
        numbers.paired(with: EdgeNumbers.boundaries).expectAll { a, b in
            let expected = a * b
            return Natural(UInt512(product: UInt256(a), UInt256(b))) == expected
                && Natural(UInt512(product: UInt256(b), UInt256(a))) == expected
        }
    }

    @Test("The square of a 256-bit integer is its product with itself")
    func square() { EdgeNumbers.all.expectAll { Natural(UInt512(square: UInt256($0))) == $0 * $0 } }

    @Test("The width of a 256-bit integer is the number of its bits up to the highest 1")
    func width() { EdgeNumbers.all.expectAll { UInt256($0).bitWidth == $0.bitCount } }

    @Test("A 256-bit integer is read and written as big-endian bytes")
    func bytes() {
        EdgeNumbers.all.every(7).expectAll { number in
            let bytes = UInt256(number).bigEndianBytes
            let value = bytes.reduce(Natural.zero) { $0 << 8 + Natural($1) }
            return bytes.count == 32 && value == number
                && UInt256(bigEndian: ContiguousArray([0xff] + bytes + [0xff]).span, at: 1) == UInt256(number)
        }
    }
}

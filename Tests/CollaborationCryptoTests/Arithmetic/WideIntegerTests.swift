import Testing

@testable import CollaborationCrypto

@Suite("An integer of four limbs, and the product of two")
struct WideIntegerTests {
    #if DEBUG
        let numbers = EdgeNumbers.boundaries + EdgeNumbers.all.every(9)
        let partners = EdgeNumbers.boundaries.every(3)
    #else
        let numbers = EdgeNumbers.all
        let partners = EdgeNumbers.boundaries
    #endif

    @Test("adds with a carry out, subtracts with a borrow out, and compares")
    func sums() {
        let limit = EdgeNumbers.limit
        let exceptions = numbers.paired(with: partners).exceptions { a, b in
            let (sum, carry) = UInt256(a).addingReportingCarry(UInt256(b))
            let (difference, borrow) = UInt256(a).subtractingReportingBorrow(UInt256(b))
            return Natural(sum) + limit * Natural(carry) == a + b
                && Natural(difference) + b == a + limit * Natural(borrow)
                && (UInt256(a) < UInt256(b)) == (a < b)
        }
        #expect(exceptions.isEmpty)
    }

    @Test("multiplies to eight limbs")
    func product() {
        let exceptions = numbers.paired(with: partners).exceptions { a, b in
            let expected = a * b
            return Natural(UInt512(product: UInt256(a), UInt256(b))) == expected
                && Natural(UInt512(product: UInt256(b), UInt256(a))) == expected
        }
        #expect(exceptions.isEmpty)
    }

    @Test("squares to what it gives when multiplied with itself")
    func square() {
        let exceptions = EdgeNumbers.all.exceptions { Natural(UInt512(square: UInt256($0))) == $0 * $0 }
        #expect(exceptions.isEmpty)
    }

    @Test("is read from bytes and written to them, the most significant first")
    func bytes() {
        let exceptions = EdgeNumbers.all.every(7).exceptions { number in
            let bytes = UInt256(number).bigEndianBytes
            let value = bytes.reduce(Natural.zero) { $0 << 8 + Natural($1) }
            return bytes.count == 32 && value == number
                && UInt256(bigEndian: ContiguousArray([0xff] + bytes + [0xff]).span, at: 1) == UInt256(number)
        }
        #expect(exceptions.isEmpty)
    }
}

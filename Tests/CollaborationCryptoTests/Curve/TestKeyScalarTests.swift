import CollaborationCrypto
import CollaborationTestSupport
import Testing

@Suite("Scalars of test keys")
struct TestKeyScalarTests {
    /// n - k, where n is the order.
    func order(minus k: UInt8) throws -> Scalar {
        var digits = try Hexadecimal("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551").bytes
        digits[31] -= k
        return try #require(Scalar(bigEndian: digits))
    }

    func small(_ k: UInt8) throws -> Scalar {
        try #require(Scalar(bigEndian: [UInt8](repeating: 0, count: 31) + [k]))
    }

    @Test("Scalars are added, multiplied and inverted modulo n, also when a sum exceeds 2²⁵⁶")
    func arithmetic() throws {
        #expect(try order(minus: 1) + order(minus: 1) == order(minus: 2))
        #expect(try order(minus: 1) + small(1) == small(0))
        #expect(try order(minus: 1) + small(3) == small(2))
        #expect(try order(minus: 1) * order(minus: 1) == small(1))
        #expect(try order(minus: 2) * small(3) == order(minus: 6))
        #expect(try small(7) * small(0) == small(0))
        #expect(try small(42) * small(7).inverse == small(6))
        #expect(try small(3).inverse * small(3) == small(1))
    }

    @Test("Multiplying the generator by a scalar agrees with adding points, and zero gives no point")
    func points() throws {
        let (one, two) = (try small(1).timesGenerator, try small(2).timesGenerator)
        let generator = try #require(one)
        #expect(generator.adding(generator) == two)
        #expect(try small(0).timesGenerator == nil)
        #expect(try generator.adding(#require(order(minus: 1).timesGenerator)) == nil)
    }

    @Test("A scalar can be made of 32 bytes of an integer below n, or of a digest reduced modulo n")
    func parsing() throws {
        let order = try Hexadecimal("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551").bytes
        #expect(Scalar(bigEndian: order) == nil)
        #expect(Scalar(bigEndian: [1]) == nil)
        #expect(try Scalar(reducing: SHA256Digest(rawRepresentation: order)) == small(0))
        #expect(try self.order(minus: 1).bigEndianBytes == order.dropLast() + [0x50])
    }
}

import Testing

@testable import CollaborationCrypto

@Suite("An integer in DER")
struct DERWriterTests {
    @Test(
        "has the fewest bytes that hold it and a sign",
        arguments: [
            ([], [2, 1, 0]), ([0, 0], [2, 1, 0]), ([0, 1], [2, 1, 1]), ([0x7f], [2, 1, 0x7f]),
            ([0x80], [2, 2, 0, 0x80]), ([0, 0xff, 0], [2, 3, 0, 0xff, 0]),
        ] as [([UInt8], [UInt8])]
    )
    func integer(magnitude: [UInt8], der: [UInt8]) {
        #expect(DERWriter.unsignedInteger(magnitude) == der)
    }
}

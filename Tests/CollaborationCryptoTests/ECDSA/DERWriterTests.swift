import Testing

@testable import CollaborationCrypto

@Suite("DER writing")
struct DERWriterTests {
    @Test(
        "A DER integer is written in the fewest bytes with a sign bit",
        arguments: [
            ([], [2, 1, 0]), ([0, 0], [2, 1, 0]), ([0, 1], [2, 1, 1]), ([0x7f], [2, 1, 0x7f]),
            ([0x80], [2, 2, 0, 0x80]), ([0, 0xff, 0], [2, 3, 0, 0xff, 0]),
        ] as [([UInt8], [UInt8])]
    )
    func integer(magnitude: [UInt8], der: [UInt8]) {
        #expect(DERWriter.unsignedInteger(magnitude) == der)
    }
}

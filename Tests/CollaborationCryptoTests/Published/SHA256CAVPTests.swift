import CollaborationCrypto
import CollaborationTestSupport
import Testing

/// The byte-oriented response files of NIST's Cryptographic Algorithm Validation Program.
@Suite("NIST SHA-256 response files")
struct SHA256CAVPTests {
    private static let files = [(VectorFile.nistShortMessages, 65), (.nistLongMessages, 64)]

    @Test(
        "Every digest of NIST's files of short and long messages is reproduced",
        .enabled(if: files.allSatisfy(\.0.isAvailableOrRequired), "\(VectorFile.nistShortMessages.absence)"),
        arguments: files
    )
    func digests(file: VectorFile, count: Int) throws {
        var fields: [Substring] = []
        for line in String(decoding: try file.contents(), as: UTF8.self).split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: " = ")
            if parts.count == 2 && ["Len", "Msg", "MD"].contains(parts[0]) { fields.append(parts[1]) }
        }
        try #require(fields.count == count * 3)
        for start in stride(from: 0, to: fields.count, by: 3) {
            let bits = try #require(Int(fields[start]))
            // The empty message is written as one zero byte.
            let message = try Hexadecimal(fields[start + 1]).bytes.prefix(bits / 8)
            try #require(message.count == bits / 8)
            #expect(SHA256.hash(data: message).description == fields[start + 2], "\(bits) bits")
        }
    }
}

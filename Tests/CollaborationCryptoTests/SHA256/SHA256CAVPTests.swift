import CollaborationCrypto
import CollaborationTestSupport
import Foundation
import Testing

/// The byte-oriented response files of NIST's Cryptographic Algorithm Validation Program.
@Suite("NIST SHA-256 response files")
struct SHA256CAVPTests {
    @Test(
        "Every digest of NIST's file of short messages is reproduced",
        .enabled(
            if: VectorFile.nistShortMessages.isAvailableOrRequired,
            "\(VectorFile.nistShortMessages.absence)"
        )
    )
    func shortMessages() throws {
        try check(VectorFile.nistShortMessages.contents(), count: 65)
    }

    @Test(
        "Every digest of NIST's file of long messages is reproduced",
        .enabled(
            if: VectorFile.nistLongMessages.isAvailableOrRequired,
            "\(VectorFile.nistLongMessages.absence)"
        )
    )
    func longMessages() throws {
        try check(VectorFile.nistLongMessages.contents(), count: 64)
    }

    private func check(_ file: Data, count: Int) throws {
        let fields = String(decoding: file, as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .map { line in line.split(separator: " = ") }
            .filter { $0.count == 2 && ["Len", "Msg", "MD"].contains($0[0]) }
            .map { $0[1] }
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

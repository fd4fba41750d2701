import CollaborationCrypto
import Foundation
import Testing

/// The byte-oriented response files of NIST's Cryptographic Algorithm Validation Program.
@Suite("SHA-256 on NIST's response files")
struct SHA256CAVPTests {
    /// A file, and how many messages it holds at least.
    struct File: CustomTestStringConvertible, Sendable {
        var name: String
        var count: Int
        var testDescription: String { name }
    }

    static let files = [
        File(name: "SHA256ShortMsg.rsp", count: 65), File(name: "SHA256LongMsg.rsp", count: 64),
    ]

    @Test("gives every digest", arguments: files)
    func digests(of file: File) throws {
        guard let data = SharedVectors.file(named: file.name, from: "NIST CAVP, shabytetestvectors") else {
            return
        }
        let fields = String(decoding: data, as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .map { line in line.split(separator: " = ") }
            .filter { $0.count == 2 && ["Len", "Msg", "MD"].contains($0[0]) }
            .map { $0[1] }
        try #require(fields.count == file.count * 3)
        for start in stride(from: 0, to: fields.count, by: 3) {
            let bits = try #require(Int(fields[start]))
            // The empty message is written as one zero byte.
            let message = try Hexadecimal(fields[start + 1]).bytes.prefix(bits / 8)
            try #require(message.count == bits / 8)
            #expect(SHA256.hash(data: message).description == fields[start + 2], "\(bits) bits")
        }
    }
}

import CollaborationTestSupport
import Foundation
import Testing

/// The digests and codes of `Vectors/sha256.json`, which Python's `hashlib` and `hmac` made.
struct HashVectors: Decodable {
    /// The digest of the pattern of each length.
    private let digests: [String: Hexadecimal]

    /// The code of the message pattern of the second length under the key pattern of the first.
    private let codes: [String: [String: Hexadecimal]]

    /// The digest after one padding block for a length in bytes, from the initial state.
    private let immenseLengths: [String: Hexadecimal]

    static func load() throws -> HashVectors {
        let file = Bundle.module.url(forResource: "sha256", withExtension: "json", subdirectory: "Vectors")
        return try JSONDecoder().decode(HashVectors.self, from: Data(contentsOf: #require(file)))
    }

    /// The message or key of a length in the file.
    static func pattern(_ length: Int) -> [UInt8] { (0..<length).map { UInt8(truncatingIfNeeded: 7 * $0 + length) } }

    var digestsByLength: [(length: Int, digest: [UInt8])] {
        get throws { try digests.map { (try #require(Int($0)), $1.bytes) }.sorted { $0.0 < $1.0 } }
    }

    var codesByLengths: [(keyLength: Int, messageLength: Int, code: [UInt8])] {
        get throws {
            try codes.flatMap { keyLength, codes in
                try codes.map { (try #require(Int(keyLength)), try #require(Int($0)), $1.bytes) }
            }
        }
    }

    var digestsByImmenseLength: [(byteCount: UInt64, digest: [UInt8])] {
        get throws { try immenseLengths.map { (try #require(UInt64($0)), $1.bytes) } }
    }
}

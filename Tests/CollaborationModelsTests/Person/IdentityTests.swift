import CollaborationModels
import Foundation
import Testing

@Suite("A person's identity")
struct IdentityTests {
    @Test("is a root hash of 32 bytes")
    func rootHash() throws {
        let rootHash = Data(0..<32)
        let identity = try Person.Identity(rootHash: rootHash)
        #expect(identity.rootHash == rootHash)
        #expect("\(identity)" == rootHash.hexadecimal)
        #expect(identity == (try Person.Identity(rootHash: Data([9] + rootHash).dropFirst())))
        #expect(identity != (try Person.Identity(rootHash: Data(1..<33))))
    }

    @Test("is refused with a root hash of any other length", arguments: [0, 1, 16, 31, 33, 64, 1 << 20])
    func otherLengths(count: Int) {
        #expect(throws: IdentityProofError.malformedRootHash) {
            try Person.Identity(rootHash: Data(repeating: 7, count: count))
        }
    }

    @Test("is the same after encoding and decoding, and a short one is refused there as well")
    func coding() throws {
        let identity = try Person.Identity(rootHash: Data(0..<32))
        let json = try JSONEncoder().encode([identity])
        #expect(try JSONDecoder().decode([Person.Identity].self, from: json) == [identity])
        let base64 = identity.rootHash.base64EncodedString()
        let text = try #require(String(data: json, encoding: .utf8))
            .replacingOccurrences(of: "\\/", with: "/")
        try #require(text.contains(base64))
        let short = text.replacingOccurrences(of: base64, with: Data(0..<31).base64EncodedString())
        #expect(throws: IdentityProofError.malformedRootHash) {
            try JSONDecoder().decode([Person.Identity].self, from: Data(short.utf8))
        }
    }
}

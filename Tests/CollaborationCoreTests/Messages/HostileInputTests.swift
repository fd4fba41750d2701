import CollaborationTesting
import Foundation
import Testing

/// Any input of a client must give an error that says what is wrong, without a trap and in time proportional to
/// its size.
@Suite("Hostile input")
struct HostileInputTests {
    static let megabyte: Data = {
        var generator = SeededGenerator("noise")
        return Data((0..<1 << 20).map { _ in .random(in: .min ... .max, using: &generator) })
    }()

    @Test("A megabyte of noise in any field of a JSON request is refused with that field's reason")
    func noiseInJSON() throws {
        let text = Self.megabyte.base64EncodedString()
        let reasons = [
            "publicKey": "denied malformedPublicKey", "inclusionHashes": "denied malformedInclusionHash",
            "signatureData": "denied malformedSignature", "challenge": "denied signatureMismatch",
            "knownRootHashes": "denied unknownIdentity", "collaborationIdentifier": "malformed",
        ]
        let line = try #require(SampleRequests.lines(of: "article-tree").first).request
        for (field, reason) in reasons {
            var object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            var proof = try #require(object["proof"] as? [String: Any])
            let value: Any = field.hasSuffix("Hashes") ? [text] : text
            if proof[field] == nil {
                object[field] = value
            } else {
                proof[field] = value
                if field == "inclusionHashes" { proof["publicKeyIndex"] = 0 }
            }
            object["proof"] = proof
            let json = try JSONSerialization.data(withJSONObject: object, options: .withoutEscapingSlashes)
            #expect(VerificationRequestTests.answer(to: json).hasPrefix(reason), "\(field)")
        }
    }

    @Test("A hundred thousand inclusion hashes in JSON are refused as too many")
    func manyHashesInJSON() throws {
        let hashes = String(repeating: "\"\",", count: 99_999) + "\"\""
        let json = """
            {"collaborationIdentifier": "a", "challenge": "", "knownRootHashes": [], "proof":
            {"publicKey": "", "publicKeyIndex": 0, "signatureData": "", "inclusionHashes": [\(hashes)]}}
            """
        #expect(VerificationRequestTests.answer(to: json) == "denied inclusionPathTooLong")
    }
}

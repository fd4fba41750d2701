import CollaborationProofs
import Foundation

extension Row {
    /// Messages that are read from JSON.
    static var messages: [Row] {
        [
            Row("`VerificationRequest(json:)`: n known root hashes", size: 300) { n in
                let json = request(roots: (0..<n).map { #""\#(rootHash($0))""# }.joined(separator: ","))
                return { expect(try VerificationRequest(json: json).knownRootHashes.count == n, "roots") }
            },
            Row("`VerificationRequest(json:)`: n unknown members, names alike for 242 bytes", size: 128) {
                n in
                let json = request(members: (0..<n - 4).map { #""\#(longName($0))":0,"# }.joined())
                return { _ = try VerificationRequest(json: json) }
            },
            Row(
                "`VerificationRequest(json:)`: n unknown members, one name, which occurs twice at the end",
                size: 128
            ) { n in
                let names = (0..<n - 5).reversed() + [0]
                let json = request(members: names.map { #""\#(longName($0))":0,"# }.joined())
                return { expect((try? VerificationRequest(json: json)) == nil, "a duplicate is refused") }
            },
            Row("`VerificationRequest(json:)`: n objects with members of escaped combining marks", size: 40) {
                n in
                let name = #"\u0301\u0323"#
                let object =
                    "{"
                    + (1...40).map { "\"\(String(repeating: name, count: $0))\":0" }.joined(separator: ",")
                    + "}"
                let json = request(
                    members: "\"x\":[" + Array(repeating: object, count: n).joined(separator: ",") + "],"
                )
                return { _ = try VerificationRequest(json: json) }
            },
            Row("`VerificationRequest(json:)`: n arrays, 30 deep", size: 200) { n in
                let deep = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
                let json = request(
                    members: "\"x\":[" + Array(repeating: deep, count: n).joined(separator: ",") + "],"
                )
                return { _ = try VerificationRequest(json: json) }
            },
            Row("`VerificationRequest(json:)`: a string of n bytes of marks that is not closed", size: 8_192)
            {
                n in
                let json = Array(("{\"x\":\"" + marks(byteCount: n)).utf8)
                return { expect((try? VerificationRequest(json: json)) == nil, "it is refused") }
            },
            Row("`VerificationRequest(json:)` in UTF-16, n bytes", size: 8_192) { n in
                let json = String(repeating: "[", count: n / 2).data(using: .utf16LittleEndian) ?? Data()
                return { expect((try? VerificationRequest(json: json)) == nil, "it is refused") }
            },
            Row("`IdentityProofAnswer(json:)`: a challenge of n bytes", size: 8_192) { n in
                let proof = #"{"publicKey":"","publicKeyIndex":0,"inclusionHashes":[],"signatureData":""}"#
                let challenge = Data(repeating: 7, count: n).base64EncodedString()
                let json = Array(#"{"proof":\#(proof),"challenge":"\#(challenge)"}"#.utf8)
                return { expect(try IdentityProofAnswer(json: json).challenge.count == n, "the challenge") }
            },
            Row("`SignedIdentityProof(json:)`: n inclusion hashes", size: 300) { n in
                let hashes = (0..<n).map { #""\#(rootHash($0))""# }.joined(separator: ",")
                let json = Array(
                    #"{"publicKey":"BA==","publicKeyIndex":0,"inclusionHashes":[\#(hashes)],"signatureData":""}"#
                        .utf8
                )
                return { expect((try? Person.SignedIdentityProof(json: json)) == nil, "they are too many") }
            },
            Row("`ParticipantsUpdate(json:)`: n identities", size: 300) { n in
                let identities = (0..<n).map { #"{"rootHash":"\#(rootHash($0))"}"# }.joined(separator: ",")
                let json = Array(
                    #"{"collaborationIdentifier":"a","addedIdentities":[\#(identities)],"removedIdentities":[]}"#
                        .utf8
                )
                return { expect(try ParticipantsUpdate(json: json).addedIdentities.count == n, "identities") }
            },
            Row("`Challenge(data:)`: n bytes", size: 4_096) { n in
                let data = Data(repeating: 1, count: n)
                return { expect((try? Challenge(data: data)) == nil, "it is refused") }
            },
        ]
    }

    private static func request(members: String = "", roots: String = "") -> [UInt8] {
        let proof = #"{"publicKey":"BA==","publicKeyIndex":0,"inclusionHashes":[],"signatureData":""}"#
        return Array(
            #"{\#(members)"collaborationIdentifier":"a","challenge":"","proof":\#(proof),"knownRootHashes":[\#(roots)]}"#
                .utf8
        )
    }
}

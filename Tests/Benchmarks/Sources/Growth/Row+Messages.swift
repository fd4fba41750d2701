import CollaborationCore
import Foundation

extension Row {
    /// Messages that are read from JSON.
    static var messages: [Row] {
        [
            Row("`VerificationRequest(json:)`: n known root hashes", size: 300) { n in
                let json = request(roots: list(n, of: rootHashText))
                return { expect(try VerificationRequest(json: json).knownRootHashes.count == n, "roots") }
            },
            Row("`VerificationRequest(json:)`: n unknown members, names alike for 242 bytes", size: 128) {
                n in
                let json = request(members: list(n - 4, of: longMember) + ",")
                return { _ = try VerificationRequest(json: json) }
            },
            Row(
                "`VerificationRequest(json:)`: n unknown members, one name, which occurs twice at the end",
                size: 128
            ) { n in
                let json = request(members: list(n - 4) { longMember(max(0, n - 6 - $0)) } + ",")
                return { expectRefusal { try VerificationRequest(json: json) } }
            },
            Row("`VerificationRequest(json:)`: n objects with members of escaped combining marks", size: 40) {
                n in
                let members = list(40) { "\"" + String(repeating: #"\u0301\u0323"#, count: $0 + 1) + "\":0" }
                let json = request(members: "\"x\":[\(list(n) { _ in "{\(members)}" })],")
                return { _ = try VerificationRequest(json: json) }
            },
            Row("`VerificationRequest(json:)`: n arrays, 30 deep", size: 200) { n in
                let deep = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
                let json = request(members: "\"x\":[\(list(n) { _ in deep })],")
                return { _ = try VerificationRequest(json: json) }
            },
            Row("`VerificationRequest(json:)`: a string of n bytes of marks that is not closed", size: 8_192)
            { n in
                let json = Array(("{\"x\":\"" + marks(byteCount: n)).utf8)
                return { expectRefusal { try VerificationRequest(json: json) } }
            },
            Row("`VerificationRequest(json:)` in UTF-16, n bytes", size: 8_192) { n in
                let json = String(repeating: "[", count: n / 2).data(using: .utf16LittleEndian) ?? Data()
                return { expectRefusal { try VerificationRequest(json: json) } }
            },
            Row("`IdentityProofAnswer(json:)`: a challenge of n bytes", size: 8_192) { n in
                let challenge = Data(repeating: 7, count: n).base64EncodedString()
                let json = Array(#"{"proof":\#(proof()),"challenge":"\#(challenge)"}"#.utf8)
                return { expect(try IdentityProofAnswer(json: json).challenge.count == n, "the challenge") }
            },
            Row("`SignedIdentityProof(json:)`: n inclusion hashes", size: 300) { n in
                let json = Array(proof(key: "BA==", hashes: list(n, of: rootHashText)).utf8)
                return { expectRefusal { try Person.SignedIdentityProof(json: json) } }
            },
            Row("`ParticipantsUpdate(json:)`: n identities", size: 300) { n in
                let added = list(n) { #"{"rootHash":\#(rootHashText($0))}"# }
                let members =
                    #""collaborationIdentifier":"a","addedIdentities":[\#(added)],"removedIdentities":[]"#
                let json = Array("{\(members)}".utf8)
                return { expect(try ParticipantsUpdate(json: json).addedIdentities.count == n, "identities") }
            },
            Row("`Challenge(data:)`: n bytes", size: 4_096) { n in
                let data = Data(repeating: 1, count: n)
                return { expectRefusal { try Challenge(data: data) } }
            },
        ]
    }

    private static func proof(key: String = "", hashes: String = "") -> String {
        #"{"publicKey":"\#(key)","publicKeyIndex":0,"inclusionHashes":[\#(hashes)],"signatureData":""}"#
    }

    private static func request(members: String = "", roots: String = "") -> [UInt8] {
        let known = #""challenge":"","proof":\#(proof(key: "BA==")),"knownRootHashes":[\#(roots)]"#
        return Array(#"{\#(members)"collaborationIdentifier":"a",\#(known)}"#.utf8)
    }
}

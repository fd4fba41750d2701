import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationCore

@Suite("Messages on the wire")
struct WireMessageTests {
    /// Texts that are neither a request nor an update nor an answer.
    static let noMessages = [
        "", "[]", "null", "{", "{}", "{\"challenge\": 1}", "{\"collaborationIdentifier\": []}",
        String(repeating: "[", count: 513), String(repeating: "{\"proof\":", count: 100_000),
    ]

    @Test("A text that is not a message is malformed for every kind of message", arguments: noMessages)
    func noMessage(text: String) {
        for json in [
            Data(text.utf8), text.data(using: .utf16) ?? Data(), text.data(using: .utf32BigEndian) ?? Data(),
        ] {
            #expect(throws: MalformedJSONError.self) { try VerificationRequest(json: json) }
            #expect(throws: MalformedJSONError.self) { try IdentityProofAnswer(json: json) }
            #expect(throws: MalformedJSONError.self) { try ParticipantsUpdate(json: json) }
            #expect(throws: MalformedJSONError.self) { try Person.SignedIdentityProof(json: json) }
        }
    }

    @Test("An encoded message is read back as the same message, and only from UTF-8")
    func roundTrips() throws {
        let request = try SampleRequests.article()
        let answer = IdentityProofAnswer(challenge: request.challenge, proof: request.proof)
        let identities = try request.knownRootHashes.map { try Person.Identity(rootHash: $0) }
        let update = ParticipantsUpdate(
            collaborationIdentifier: "caf\u{e9} \"1\"/\u{1d11e}",
            addedIdentities: identities,
            removedIdentities: [identities[0]]
        )
        let encoder = JSONEncoder()
        for formatting in [
            JSONEncoder.OutputFormatting(), .prettyPrinted, .withoutEscapingSlashes, .sortedKeys,
        ] {
            encoder.outputFormatting = formatting
            #expect(try VerificationRequest(json: encoder.encode(request)) == request)
            #expect(try IdentityProofAnswer(json: encoder.encode(answer)) == answer)
            #expect(try ParticipantsUpdate(json: encoder.encode(update)) == update)
            #expect(try Person.SignedIdentityProof(json: encoder.encode(request.proof)) == request.proof)
        }
        let text = String(decoding: try encoder.encode(request), as: UTF8.self)
        let utf16 = try #require(text.data(using: .utf16LittleEndian))
        #expect(throws: MalformedJSONError.self) { try VerificationRequest(json: utf16) }
    }

    @Test(
        "The error of a malformed update names the field, the rule and the offset",
        arguments: [
            (#"{"addedIdentities":[]}"#, "removedIdentities: missing, byte 0"),
            (
                #"{"addedIdentities":[{"rootHash":"AA=="}]}"#,
                "addedIdentities[0].rootHash: not 32 bytes, byte 32"
            ),
            (
                #"{"addedIdentities":[],"removedIdentities":[{"rootHash":"AA"}]}"#,
                "removedIdentities[0].rootHash: not base64, byte 55"
            ),
            (
                #"{"addedIdentities":[],"removedIdentities":[{}]}"#,
                "removedIdentities[0].rootHash: missing, byte 43"
            ),
        ]
    )
    func update(text: String, description: String) {
        let json = text.dropLast() + #","collaborationIdentifier":"a"}"#
        #expect { try ParticipantsUpdate(json: json.utf8) } throws: { "\($0)" == description }
    }

    @Test(
        "An identifier of 1,024 bytes is read from a message, and the error of one with 1,025 names the field and the limit",
        arguments: ["a", "\u{e9}", "\\u00e9", "\u{1d11e}"]
    )
    func identifiers(character: String) throws {
        let byteCount = character.hasPrefix("\\") ? 2 : character.utf8.count
        let most = String(repeating: character, count: 1024 / byteCount)
        let line = try #require(SampleRequests.lines(of: "article-tree").first).request
        func request(_ identifier: String) throws -> VerificationRequest {
            let text = line.replacingOccurrences(of: "\"baking-recipes\"", with: "\"\(identifier)\"")
            return try VerificationRequest(json: text.utf8)
        }
        func update(_ identifier: String) throws -> ParticipantsUpdate {
            try ParticipantsUpdate(
                json:
                    #"{"collaborationIdentifier":"\#(identifier)","addedIdentities":[],"removedIdentities":[]}"#
                    .utf8
            )
        }
        #expect(try request(most).collaborationIdentifier == update(most).collaborationIdentifier)
        #expect(try update(most).collaborationIdentifier.rawValue.utf8.count == 1024)
        let reason = "collaborationIdentifier: an identifier of more than 1024 bytes, byte 27"
        #expect { try update(most + "x") } throws: { "\($0)" == reason }
        #expect { try request(most + "x") } throws: {
            ($0 as? MalformedJSONError)?.rule == .identifierTooLong
        }
    }

    @Test("The error of a malformed inclusion hash names its position")
    func inclusionHash() throws {
        let line = try #require(SampleRequests.lines(of: "article-tree").first).request
        let hash = "\"" + (try SampleRequests.article().proof.inclusionHashes[1].base64EncodedString()) + "\""
        for (wrong, fault) in [("\"A\"", "not base64"), ("1", "not a string")] {
            let changed = line.replacingOccurrences(of: hash, with: wrong)
            do {
                _ = try VerificationRequest(json: changed.utf8)
                Issue.record("accepted")
            } catch let error as MalformedJSONError {
                #expect(error.path == "proof.inclusionHashes[1]")
                #expect(error.description.hasPrefix("proof.inclusionHashes[1]: \(fault), byte "))
            }
        }
    }

    @Test("A message that is malformed and has a proof that breaks a rule is refused as malformed")
    func order() throws {
        let proof = #"{"publicKey":"","publicKeyIndex":-1,"inclusionHashes":["AA=="],"signatureData":""}"#
        #expect(throws: IdentityProofError.self) {
            try IdentityProofAnswer(json: #"{"proof":\#(proof),"challenge":""}"#.utf8)
        }
        for rest in ["", #","challenge":1"#, #","challenge":"","x":{"#, #","challenge":"","challenge":"""#] {
            #expect(throws: MalformedJSONError.self) {
                try IdentityProofAnswer(json: #"{"proof":\#(proof)\#(rest)}"#.utf8)
            }
        }
    }

    @Test(
        "An update that is larger than an update of the most identities can be is refused before it is parsed"
    )
    func largeUpdate() throws {
        let identity = try Person.Identity(rootHash: Data(repeating: 0xff, count: 32))
        let most = ParticipantsUpdate(
            collaborationIdentifier: CollaborationIdentifier(String(repeating: "\u{1}", count: 1024)),
            addedIdentities: Array(repeating: identity, count: ParticipantsUpdate.maximumIdentityCount)
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        let json = try encoder.encode(most)
        let padded = json + Data(repeating: UInt8(ascii: " "), count: 2_000_000 - json.count)
        #expect(try ParticipantsUpdate(json: padded) == most)
        #expect(throws: MalformedJSONError(.tooLarge, at: 2_000_000)) {
            try ParticipantsUpdate(json: padded + [UInt8(ascii: "x")])
        }
    }

    @Test(
        "An update is read up to the first identity too many, added and removed together",
        arguments: [0, 1, 10_000]
    )
    func updateLimit(removed: Int) throws {
        let identity = #"{"rootHash":"\#(Data(count: 32).base64EncodedString())"}"#
        func json(_ added: Int, _ last: String) -> String {
            let added = Array(repeating: identity, count: added).joined(separator: ",")
            let removed = Array(repeating: identity, count: removed) + [last]
            return """
                {"collaborationIdentifier":"a","addedIdentities":[\(added)],\
                "removedIdentities":[\(removed.filter { !$0.isEmpty }.joined(separator: ","))]}
                """
        }
        let most = ParticipantsUpdate.maximumIdentityCount - removed
        #expect(try ParticipantsUpdate(json: json(most, "").utf8).removedIdentities.count == removed)
        let error = #expect(throws: MalformedJSONError.self) {
            // What comes after the last one that is allowed is not looked at.
            try ParticipantsUpdate(json: json(most, "7").utf8)
        }
        #expect(error?.rule == .tooManyIdentities && error?.path == "removedIdentities")
        let foundation = JSONDecoder()
        #expect(throws: DecodingError.self) {
            try foundation.decode(ParticipantsUpdate.self, from: Data(json(most, identity).utf8))
        }
    }
}

import CollaborationTestSupport
import Foundation
import Testing

@testable import CollaborationCore

@Suite("Messages on the wire")
struct WireMessageTests {
    /// Each kind of message by the name of its committed file: what is written of a text that was read.
    static let kinds: [String: @Sendable (Data) throws -> Data] = [
        "ParticipantsUpdate": { try ParticipantsUpdate(json: $0).json },
        "Challenge": { try ChallengeMessage(json: $0).json },
        "IdentityProofAnswer": { try IdentityProofAnswer(json: $0).json },
        "VerificationRequest": { try VerificationRequest(json: $0).json },
        "StartRequest": { try StartRequest(json: $0).json }, "StartResponse": { try StartResponse(json: $0).json },
        "AccessAnswer": { try AccessAnswer(json: $0).json }, "List": { try CollaborationList(json: $0).json },
        "IdentitiesAnswer": { try IdentitiesAnswer(json: $0).json },
    ]

    /// Texts that are no message of any kind.
    static let noMessages = [
        "", "[{}]", "null", "{", "{}", "{\"challenge\": 1}", "{\"collaborationIdentifier\": []}",
        String(repeating: "[", count: 513), String(repeating: "{\"proof\":", count: 100_000),
    ]

    @Test("A text that is not a message is malformed for every kind of message", arguments: noMessages)
    func noMessage(text: String) {
        for json in [Data(text.utf8), text.data(using: .utf16) ?? Data(), text.data(using: .utf32BigEndian) ?? Data()] {
            for (name, rewritten) in Self.kinds {
                let error = #expect(throws: CollaborationError.self, "\(name)") { try rewritten(json) }
                #expect(error?.status == 400)
            }
        }
    }

    @Test("A message that is written is read back as the same message")
    func roundTrips() throws {
        let request = try SampleRequests.article()
        let answer = IdentityProofAnswer(challenge: request.challenge, proof: request.proof)
        let identities = try request.knownRootHashes.map { try Person.Identity(rootHash: $0) }
        let update = ParticipantsUpdate(addedIdentities: identities, removedIdentities: [identities[0]])
        let start = StartRequest(localIdentifier: "", selectedOptions: ["write", "caf\u{e9}"])
        let again = StartRequest(collaborationIdentifier: "caf\u{e9} \"1\"/\u{1d11e}", idempotencyKey: UUID())
        let access = AccessAnswer(isOwner: true, permittedOptions: ["write", "read", "write"])
        let list = CollaborationList(["a", "caf\u{e9}"])
        let url = try #require(URL(string: "https://recipes.example/d/42?x=%20"))
        let response = StartResponse(collaborationIdentifier: "doc-42", url: url)
        let challenge = ChallengeMessage(bytes: Data(0...255))
        #expect(try VerificationRequest(json: request.json) == request)
        #expect(try IdentityProofAnswer(json: answer.json) == answer)
        #expect(try ParticipantsUpdate(json: update.json) == update)
        #expect(try StartRequest(json: start.json) == start)
        #expect(try StartRequest(json: again.json) == again)
        #expect(try AccessAnswer(json: access.json) == access)
        #expect(access.permittedOptions == ["read", "write"])
        let proven = IdentitiesAnswer(identities: identities + identities)
        #expect(try IdentitiesAnswer(json: proven.json) == proven)
        #expect(Set(proven.identities) == Set(identities) && proven.identities.count == identities.count)
        #expect(try CollaborationList(json: list.json) == list)
        #expect(try StartResponse(json: response.json) == response)
        #expect(try ChallengeMessage(json: challenge.json) == challenge)
    }

    @Test("A start request gives a new collaboration, never the one that it names, and the same one again")
    func newCollaboration() {
        let named = StartRequest(collaborationIdentifier: "doc-42", idempotencyKey: UUID())
        let new = named.collaboration(startedBy: "eve")
        #expect(new != "doc-42" && new == named.collaboration(startedBy: "eve"))
        #expect(new != named.collaboration(startedBy: "alice"))
        #expect(StartRequest(collaborationIdentifier: "doc-42").collaboration(startedBy: "eve") != "doc-42")
    }

    @Test("The collaboration of an account and a key is the same in every version of a server")
    func derivedCollaboration() {
        let key = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
        let collaboration = StartRequest(idempotencyKey: key).collaboration(startedBy: "eve")
        #expect(collaboration == "57219872-d298-805f-b4a3-fc650f50ea06")
    }

    @Test("A committed message is read and written as the same object", arguments: kinds.keys.sorted())
    func committed(name: String) throws {
        let json = try Data(contentsOf: packageFolder.appending(path: "Snippets/Samples/messages/\(name).json"))
        let rewritten = try #require(Self.kinds[name])
        let texts = try [json, rewritten(json)].map {
            try JSONSerialization.data(withJSONObject: JSONSerialization.jsonObject(with: $0), options: .sortedKeys)
        }
        #expect(texts[0] == texts[1])
    }

    @Test(
        "The error of a malformed start request names the member, the rule and the offset",
        arguments: [
            (#"{"selectedOptions":[]}"#, "localIdentifier: missing, byte 0"),
            (#"{"localIdentifier":"a"}"#, "selectedOptions: missing, byte 0"),
            (#"{"localIdentifier":"a","selectedOptions":"b"}"#, "selectedOptions: not an array, byte 41"),
            (#"{"localIdentifier":"a","selectedOptions":[""]}"#, "selectedOptions[0]: an empty identifier, byte 42"),
            (#"{"localIdentifier":"a","selectedOptions":["b",1]}"#, "selectedOptions[1]: not a string, byte 46"),
            (#"{"localIdentifier":null,"selectedOptions":[]}"#, "localIdentifier: not a string, byte 19"),
            (
                #"{"localIdentifier":"a","selectedOptions":[],"idempotencyKey":"AA=="}"#,
                "idempotencyKey: not 16 bytes, byte 61"
            ),
        ]
    ) func start(text: String, description: String) {
        #expect { try StartRequest(json: text.utf8) } throws: { "\($0)" == description }
    }

    @Test("A start request selects up to 100 options")
    func selectedOptions() throws {
        func request(_ count: Int) -> Data { StartRequest(selectedOptions: (0..<count).map { "option \($0)" }).json }
        #expect(try StartRequest(json: request(100)).selectedOptions.count == 100)
        #expect { try StartRequest(json: request(101)) } throws: {
            "\($0)".hasPrefix("selectedOptions[100]: more than 100 options")
        }
    }

    @Test("The link of a start response is a URL")
    func link() {
        let json = #"{"collaborationIdentifier":"a","url":""}"#
        #expect { try StartResponse(json: json.utf8) } throws: { "\($0)" == "url: not a URL, byte 37" }
    }

    @Test(
        "The error of a malformed update names the field, the rule and the offset",
        arguments: [
            (#"{"addedIdentities":[]}"#, "removedIdentities: missing, byte 0"),
            (#"{"addedIdentities":[{"rootHash":"AA=="}]}"#, "addedIdentities[0].rootHash: not 32 bytes, byte 32"),
            (
                #"{"addedIdentities":[],"removedIdentities":[{"rootHash":"AA"}]}"#,
                "removedIdentities[0].rootHash: not base64, byte 55"
            ),
            (#"{"addedIdentities":[],"removedIdentities":[{}]}"#, "removedIdentities[0].rootHash: missing, byte 43"),
        ]
    ) func update(text: String, description: String) {
        #expect { try ParticipantsUpdate(json: text.utf8) } throws: { "\($0)" == description }
    }

    @Test(
        "An identifier of 1,024 bytes is read from a message, and the error of one with 1,025 names the field and the limit",
        arguments: ["a", "\u{e9}", "\\u00e9", "\u{1d11e}"]
    ) func identifiers(character: String) throws {
        let byteCount = character.hasPrefix("\\") ? 2 : character.utf8.count
        let most = String(repeating: character, count: 1024 / byteCount)
        let line = try #require(SampleRequests.lines(of: "article-tree").first).request
        func request(_ identifier: String) throws -> VerificationRequest {
            let text = line.replacingOccurrences(of: "\"baking-recipes\"", with: "\"\(identifier)\"")
            return try VerificationRequest(json: text.utf8)
        }
        func start(_ identifier: String) throws -> StartRequest {
            try StartRequest(
                json: #"{"collaborationIdentifier":"\#(identifier)","localIdentifier":"","selectedOptions":[]}"#.utf8
            )
        }
        #expect(try request(most).collaborationIdentifier == start(most).collaborationIdentifier)
        #expect(try start(most).collaborationIdentifier?.rawValue.utf8.count == 1024)
        let reason = "collaborationIdentifier: an identifier of more than 1024 bytes, byte 27"
        #expect { try start(most + "x") } throws: { "\($0)" == reason }
        #expect { try request(most + "x") } throws: {
            "\($0)".hasPrefix("collaborationIdentifier: an identifier of more than 1024 bytes")
        }
    }

    @Test("The error of a malformed inclusion hash names its position")
    func inclusionHash() throws {
        let line = try #require(SampleRequests.lines(of: "article-tree").first).request
        let hash = "\"" + (try SampleRequests.article().proof.inclusionHashes[1].base64EncodedString()) + "\""
        for (wrong, fault) in [("\"A\"", "not base64"), ("1", "not a string")] {
            let changed = line.replacingOccurrences(of: hash, with: wrong)
            #expect { try VerificationRequest(json: changed.utf8) } throws: {
                "\($0)".hasPrefix("proof.inclusionHashes[1]: \(fault), byte ")
            }
        }
    }

    @Test("A proof that breaks a rule throws when it is asked for, and a malformed message when it is read")
    func order() throws {
        let proof = #"{"publicKey":"","publicKeyIndex":-1,"inclusionHashes":["AA=="],"signatureData":""}"#
        let answer = try IdentityProofAnswer(json: #"{"proof":\#(proof),"challenge":""}"#.utf8)
        #expect(throws: IdentityProofError.publicKeyIndexOutOfRange) { try answer.proof }
        #expect(try IdentityProofAnswer(json: answer.json) == answer)
        for rest in ["", #","challenge":1"#, #","challenge":"","x":{"#, #","challenge":"","challenge":"""#] {
            let error = #expect(throws: CollaborationError.self) {
                try IdentityProofAnswer(json: #"{"proof":\#(proof)\#(rest)}"#.utf8)
            }
            #expect(error?.status == 400)
        }
    }

    @Test("A message that a server receives has at most 128 KiB, and holds an update of the most identities")
    func size() throws {
        let identity = try Person.Identity(rootHash: Data(repeating: 0xff, count: 32))
        let most = ParticipantsUpdate(
            addedIdentities: Array(repeating: identity, count: ParticipantsUpdate.maximumIdentityCount)
        )
        let object = try JSONSerialization.jsonObject(with: most.json)
        let json = try JSONSerialization.data(withJSONObject: object, options: .prettyPrinted)
        let padded = json + Data(repeating: UInt8(ascii: " "), count: JSONLimits.messageByteCount - json.count)
        #expect(try ParticipantsUpdate(json: padded) == most)
        let tooLarge = CollaborationError.malformed(MalformedMessage(.tooLarge, at: 131_072))
        for name in ["ParticipantsUpdate", "StartRequest", "IdentityProofAnswer", "Challenge"] {
            #expect(throws: tooLarge) { try Self.kinds[name]?(padded + [UInt8(ascii: "x")]) }
        }
    }

    @Test("An update is read up to the first identity too many, added and removed together", arguments: [0, 1, 1_000])
    func updateLimit(removed: Int) throws {
        let identity = #"{"rootHash":"\#(Data(count: 32).base64EncodedString())"}"#
        func json(_ added: Int, _ last: String) -> String {
            let added = Array(repeating: identity, count: added).joined(separator: ",")
            let removed = Array(repeating: identity, count: removed) + [last]
            return """
                {"addedIdentities":[\(added)],\
                "removedIdentities":[\(removed.filter { !$0.isEmpty }.joined(separator: ","))]}
                """
        }
        let most = ParticipantsUpdate.maximumIdentityCount - removed
        #expect(try ParticipantsUpdate(json: json(most, "").utf8).removedIdentities.count == removed)
        // What comes after the last one that is allowed is not looked at.
        #expect { try ParticipantsUpdate(json: json(most, "7").utf8) } throws: {
            "\($0)".hasPrefix("removedIdentities[\(removed)]: more than 1000 identities in the update")
        }
    }
}

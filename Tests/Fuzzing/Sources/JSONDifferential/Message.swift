import CollaborationCore
import CollaborationTesting
import Foundation
import Fuzzing

/// What one of the two makes of a text.
enum Outcome {
    /// A value, described so that equal values have one description.
    case value(AnyHashable)

    /// A proof that breaks a rule of proofs: the text is well-formed.
    case brokenRule(IdentityProofError)

    /// A text that is no message, with the reader's error; nil from Foundation.
    case malformed(MalformedJSONError?)

    init(_ read: () throws -> AnyHashable) {
        do {
            self = .value(try read())
        } catch let error as IdentityProofError {
            self = .brokenRule(error)
        } catch {
            self = .malformed(error as? MalformedJSONError)
        }
    }
}

/// A kind of message, with a valid text.
struct Message: Sendable {
    let text: [UInt8]
    let read: @Sendable ([UInt8]) -> Outcome
    let decode: @Sendable (Data) -> Outcome

    private init<Value: Codable & Hashable & Sendable>(
        _ value: Value,
        read: @escaping @Sendable ([UInt8]) throws -> Value
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        self.init(text: Array(try encoder.encode(value)), Value.self, read: read)
    }

    private init<Value: Decodable & Hashable & Sendable>(
        text: [UInt8],
        _ type: Value.Type,
        read: @escaping @Sendable ([UInt8]) throws -> Value
    ) {
        self.text = text
        self.read = { json in Outcome { try read(json) } }
        decode = { json in Outcome { try JSONDecoder().decode(type, from: json) } }
    }

    /// A request, an answer, a proof, an update, metadata with share options, and a value of every type of JSON.
    static func all() throws -> [Message] {
        let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
        let identity = try bob.identity(in: "doc-42")
        let challenge = Data("a challenge".utf8)
        let request = VerificationRequest(
            collaborationIdentifier: "doc-42",
            challenge: challenge,
            proof: try bob.devices[1].signedProof(signing: challenge, for: identity),
            knownRootHashes: [Data(repeating: 1, count: 32), identity.identity.rootHash]
        )
        let update = ParticipantsUpdate(
            collaborationIdentifier: "caf\u{e9} \"1\"/\u{1d11e}",
            addedIdentities: [identity.identity],
            removedIdentities: [identity.identity]
        )
        let plain = #"[1,-0.5e-3,{"a":[true,false,null,"\ud834\udd1e\n"],"jos\u00e9":{},"K":1e16}]"#
        return [
            try Message(request) { try VerificationRequest(json: $0) },
            try Message(IdentityProofAnswer(challenge: challenge, proof: request.proof)) {
                try IdentityProofAnswer(json: $0)
            },
            try Message(request.proof) { try Person.SignedIdentityProof(json: $0) },
            try Message(update) { try ParticipantsUpdate(json: $0) },
            Message(text: Array(plain.utf8), PlainJSON.self) {
                try StrictJSONDecoder().decode(PlainJSON.self, from: $0)
            },
        ]
    }
}

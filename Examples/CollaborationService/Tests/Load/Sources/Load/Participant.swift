import CollaborationCore
import CollaborationTesting
import Foundation
import NIOCore
import NIOFoundationCompat

/// A person who takes part in a document, with a device that proves it.
struct Participant: Sendable {
    let identity: Person.Identity
    private let document: String
    private let authorization: String
    private let key: SigningKey

    /// The JSON of an answer between the challenge and the signature, the same each time.
    private let proof: String

    /// Makes a person with a new device.
    init(of document: String, account: String, tokens: Tokens) throws {
        var generator = SystemRandomNumberGenerator()
        let collaboration = CollaborationIdentifier(document)
        let device = SigningKey(using: &generator)
        let derived = try DerivedIdentity(
            publicKeys: [device.publicKey],
            collaboration: collaboration,
            using: &generator
        )
        let proof = try derived.proof(for: device.publicKey)
        let hashes = proof.inclusionHashes.map { "\"\($0.base64EncodedString())\"" }.joined(separator: ",")
        self.proof =
            #"","proof":{"publicKey":"\#(proof.publicKey.base64EncodedString())","#
            + #""publicKeyIndex":\#(proof.publicKeyIndex),"inclusionHashes":[\#(hashes)],"signatureData":""#
        self.document = document
        authorization = tokens.authorization(for: account)
        key = device.diversified(for: collaboration)
        identity = derived.identity
    }

    var read: Exchange {
        Exchange(method: .GET, path: "/documents/\(document)", authorization: authorization, status: 200)
    }

    /// Asks the server for a challenge, signs it, and returns the request with the proof.
    func signedAnswer(through connection: HTTPConnection) async throws -> Exchange {
        struct Challenge: Decodable { let challenge: Data }
        let request = Exchange(
            path: "/documents/\(document)/challenge",
            authorization: authorization,
            status: 200
        )
        let body = try await connection.send(request).expectedBody()
        let challenge = try StrictJSONDecoder().decode(Challenge.self, from: Data(buffer: body)).challenge
        let signature = key.signature(for: challenge).base64EncodedString()
        return Exchange(
            path: "/documents/\(document)/proof",
            authorization: authorization,
            body: ByteBuffer(
                string: #"{"challenge":"\#(challenge.base64EncodedString())\#(proof)\#(signature)"}}"#
            ),
            status: 204
        )
    }
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a device that proves its identity sends: the challenge that it got, and its signed proof.
public struct IdentityProofAnswer: Hashable, Sendable {
    /// The bytes that the device signed.
    public let challenge: Data

    /// The proof with the signature.
    public let proof: Person.SignedIdentityProof

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - challenge: The bytes that the device signed.
    ///   - proof: The proof with the signature.
    public init(challenge: Data, proof: Person.SignedIdentityProof) {
        self.challenge = challenge
        self.proof = proof
    }
}

extension IdentityProofAnswer {
    /// Reads an answer from JSON.
    ///
    /// - Parameter json: The text of at most 128 KiB, an object with `challenge` and `proof`.
    /// - Throws: ``CollaborationError/malformed(_:)``; ``CollaborationError/refused(_:)`` for a rule that the proof
    ///   breaks.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json)
        challenge = try message.member("challenge").bytes()
        proof = try Person.SignedIdentityProof(message.member("proof"))
    }

    /// The answer as JSON.
    public var json: Data {
        JSONText(["challenge": JSONText(challenge), "proof": proof.jsonText]).data
    }
}

extension Person.SignedIdentityProof {
    /// Takes all members first, so that a malformed message is never taken for a refused proof.
    init(_ value: JSONValue) throws(CollaborationError) {
        let signatureData = try value.member("signatureData").bytes()
        let publicKey = try value.member("publicKey").bytes()
        let hashes = try value.member("inclusionHashes").elements { hash throws(CollaborationError) in
            try hash.bytes()
        }
        // An integer that does not fit is out of the range of every tree, as -1 is.
        let index = try value.member("publicKeyIndex").integer() ?? -1
        do throws(IdentityProofError) {
            self.init(
                personIdentityProof: try .init(publicKey: publicKey, publicKeyIndex: index, inclusionHashes: hashes),
                signatureData: signatureData
            )
        } catch {
            throw .refused(.invalidProof(error))
        }
    }

    var jsonText: JSONText {
        let proof = personIdentityProof
        return JSONText([
            "publicKey": JSONText(proof.publicKey),
            "publicKeyIndex": JSONText(proof.publicKeyIndex),
            "inclusionHashes": JSONText(proof.inclusionHashes.map { JSONText($0) }),
            "signatureData": JSONText(signatureData),
        ])
    }
}

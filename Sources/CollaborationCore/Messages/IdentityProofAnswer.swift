#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a device that proves its identity sends: the challenge that it got, and its signed proof.
public struct IdentityProofAnswer: Hashable, Sendable {
    /// The bytes that the device signed.
    public let challenge: Data

    private let members: ProofMembers

    /// Makes an answer.
    public init(challenge: Data, proof: Person.SignedIdentityProof) {
        self.challenge = challenge
        members = ProofMembers(proof)
    }

    /// The proof with the signature.
    ///
    /// A server looks at it after the challenge, which costs less.
    ///
    /// - Throws: `IdentityProofError` for a rule that the parts of the proof break.
    public var proof: Person.SignedIdentityProof {
        get throws(IdentityProofError) { try members.proof }
    }
}

extension IdentityProofAnswer {
    /// Reads an answer from JSON.
    ///
    /// - Parameter json: A text within ``JSONLimits``, an object with `challenge` and `proof`.
    /// - Throws: ``CollaborationError/malformed(_:)``. The rules of a proof are not looked at.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json)
        challenge = try message.member("challenge").bytes()
        members = try ProofMembers(message.member("proof"))
    }

    /// The answer as JSON.
    public var json: Data {
        JSONText(["challenge": JSONText(challenge), "proof": members.jsonText]).data
    }
}

/// The members of a signed proof as they were sent, which may break its rules.
struct ProofMembers: Hashable, Sendable {
    private let publicKey: Data
    private let publicKeyIndex: Int
    private let inclusionHashes: [Data]
    private let signatureData: Data

    init(_ proof: Person.SignedIdentityProof) {
        publicKey = proof.publicKey
        publicKeyIndex = proof.publicKeyIndex
        inclusionHashes = proof.inclusionHashes
        signatureData = proof.signatureData
    }

    init(_ value: JSONValue) throws(CollaborationError) {
        signatureData = try value.member("signatureData").bytes()
        publicKey = try value.member("publicKey").bytes()
        inclusionHashes = try value.member("inclusionHashes").elements { hash throws(CollaborationError) in
            try hash.bytes()
        }
        // An integer that does not fit is out of the range of every tree, as -1 is.
        publicKeyIndex = try value.member("publicKeyIndex").integer() ?? -1
    }

    var proof: Person.SignedIdentityProof {
        get throws(IdentityProofError) {
            Person.SignedIdentityProof(
                personIdentityProof: try .init(
                    publicKey: publicKey,
                    publicKeyIndex: publicKeyIndex,
                    inclusionHashes: inclusionHashes
                ),
                signatureData: signatureData
            )
        }
    }

    var jsonText: JSONText {
        JSONText([
            "publicKey": JSONText(publicKey),
            "publicKeyIndex": JSONText(publicKeyIndex),
            "inclusionHashes": JSONText(inclusionHashes.map { JSONText($0) }),
            "signatureData": JSONText(signatureData),
        ])
    }
}

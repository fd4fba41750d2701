import CollaborationCore
import CollaborationCrypto
import Foundation
import Testing

@Suite("A proof without a server")
struct ProofByHandTests {
    /// The identity that a device proves, if it was invited; nil if it was not.
    func identity(provenBy body: Data, signing challenge: Data, invited: [Data]) throws -> Person.Identity? {
        let answer = try IdentityProofAnswer(json: body)
        guard answer.challenge == challenge else { return nil }
        let identity = try answer.proof.verifiedIdentity(signing: challenge)
        return invited.contains(identity.rootHash) ? identity : nil
    }

    /// The root hash that a device proves, by the cryptography alone; nil if its key did not sign the challenge.
    func rootHash(of parts: ProofParts) throws -> SHA256Digest? {
        let key = try P256.Signing.PublicKey(x963Representation: parts.publicKey)
        let signature = try P256.Signing.ECDSASignature(derRepresentation: parts.signatureData)
        guard key.isValidSignature(signature, for: parts.challenge) else { return nil }
        let siblings = try parts.inclusionHashes.map { try SHA256Digest(rawRepresentation: $0) }
        let proof = try MerkleInclusionProof(leafIndex: parts.publicKeyIndex, siblings: siblings)
        return proof.root(forLeaf: SHA256.hash(data: parts.publicKey))
    }

    @Test("The messages, and the cryptography alone, find the identity that the article's proof is for")
    func article() throws {
        let request = try SampleRequests.article()
        let challenge = request.challenge
        let body = IdentityProofAnswer(challenge: challenge, proof: request.proof).json
        let found = try #require(try identity(provenBy: body, signing: challenge, invited: request.knownRootHashes))
        #expect(try rootHash(of: ProofParts(request)).map { Data($0) } == found.rootHash)
        #expect(try identity(provenBy: body, signing: challenge, invited: []) == nil)
        #expect(try identity(provenBy: body, signing: challenge + [0], invited: request.knownRootHashes) == nil)
    }
}

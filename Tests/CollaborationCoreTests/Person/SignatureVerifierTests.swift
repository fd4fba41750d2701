import CollaborationCore
import CollaborationCrypto
import Foundation
import Synchronization
import Testing

@Suite("Signature verifiers")
struct SignatureVerifierTests {
    /// The arguments of each call of a verifier.
    final class Calls: Sendable {
        let arguments = Mutex<[[Data]]>([])

        /// A verifier that records its arguments.
        func verifier(answering answer: Bool) -> SignatureVerifier {
            SignatureVerifier { publicKey, signature, message in
                self.arguments.withLock { $0.append([publicKey, signature, message]) }
                return answer
            }
        }
    }

    let parts: ProofParts
    let calls = Calls()

    init() throws { parts = try ProofParts.article() }

    func verify(_ parts: ProofParts, by verifier: SignatureVerifier) throws -> Person.Identity {
        try parts.signedProof().verifiedIdentity(signing: parts.challenge, verifier: verifier)
    }

    @Test("A verifier gets the key, the signature and the challenge, and its answer decides")
    func answer() throws {
        var forged = parts
        forged.challenge.append(0)
        #expect(try verify(forged, by: calls.verifier(answering: true)) == verify(parts, by: .standard))
        #expect(throws: IdentityProofError.signatureMismatch) {
            try verify(parts, by: calls.verifier(answering: false))
        }
        #expect(
            calls.arguments.withLock { $0 } == [forged, parts].map { [$0.publicKey, $0.signatureData, $0.challenge] }
        )
    }

    @Test("A verifier gets an x9.63 key, a DER signature and the signed form, whatever the policy accepts")
    func forms() throws {
        let key = try P256.Signing.PublicKey(x963Representation: parts.publicKey)
        let signature = try P256.Signing.ECDSASignature(derRepresentation: parts.signatureData)
        let proof = Person.SignedIdentityProof(
            personIdentityProof: try Person.IdentityProof(
                publicKey: Data(key.compressedRepresentation),
                publicKeyIndex: 0,
                inclusionHashes: []
            ),
            signatureData: Data(signature.rawRepresentation)
        )
        _ = try proof.verifiedIdentity(
            signing: Data([0xAB]),
            policy: IdentityProofPolicy(
                keyEncoding: .compressed,
                signatureEncoding: .raw,
                signedForm: .uppercaseHexadecimal
            ),
            verifier: calls.verifier(answering: true)
        )
        #expect(calls.arguments.withLock { $0 } == [[parts.publicKey, parts.signatureData, Data("AB".utf8)]])
    }

    @Test("Of two verifiers both must accept a signature")
    func both() throws {
        for (first, second) in [(true, true), (true, false), (false, true), (false, false)] {
            let verifier = SignatureVerifier.both(calls.verifier(answering: first), calls.verifier(answering: second))
            if first && second {
                _ = try verify(parts, by: verifier)
            } else {
                #expect(throws: IdentityProofError.signatureMismatch) { try verify(parts, by: verifier) }
            }
        }
        var forged = parts
        forged.challenge.append(0)
        #expect(throws: IdentityProofError.signatureMismatch) {
            try verify(forged, by: .both(calls.verifier(answering: true), .standard))
        }
    }

    @Test("A verifier is asked only when all rules before the signature are kept")
    func order() throws {
        for fault in SignedIdentityProofTests.faults.prefix(6) {
            var faulty = parts
            fault.inject(&faulty)
            #expect(throws: fault.error) { try verify(faulty, by: calls.verifier(answering: true)) }
        }
        #expect(calls.arguments.withLock { $0.isEmpty })
    }
}

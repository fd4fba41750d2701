import CollaborationCore
import CollaborationCrypto
import Foundation
import Testing

@testable import DiagnoseProof

@Suite("Proof diagnosis")
struct ProofDiagnosisTests {
    /// Checks that a diagnosis finds exactly the form of a device, and a policy if one expresses it.
    private func check(_ device: DepartingDevice) throws {
        let proof = try device.capturedProof()
        let diagnosis = ProofDiagnosis(of: proof)
        #expect(diagnosis.verdict == .understood)
        #expect(diagnosis.keyForm == device.keyForm)
        #expect(diagnosis.signatures == [device.signature])
        #expect(diagnosis.trees == [device.tree])
        var expected = TreeAssumptions.standard
        expected.leafForm = device.keyForm
        let isExpressible =
            device.tree == expected && device.keyForm != .raw && device.signature.form != .challengeAsDigest
        #expect((diagnosis.policy != nil) == isExpressible)
        #expect(diagnosis.description.contains("DIFFERS"))
        if let policy = diagnosis.policy {
            let signed = Person.SignedIdentityProof(
                personIdentityProof: try .init(
                    publicKey: proof.proof.publicKey,
                    publicKeyIndex: Int(proof.proof.publicKeyIndex),
                    inclusionHashes: proof.proof.inclusionHashes
                ),
                signatureData: proof.proof.signatureData
            )
            let identity = try signed.verifiedIdentity(signing: proof.challenge, policy: policy)
            #expect(identity.rootHash == diagnosis.computedRoot)
        }
    }

    @Test("A diagnosis of a proof of the expected form names the standard policy")
    func expected() throws {
        let diagnosis = ProofDiagnosis(of: try DepartingDevice().capturedProof())
        #expect((diagnosis.verdict, diagnosis.policy) == (.understood, .standard))
        #expect(diagnosis.trees == [.standard])
        #expect(!diagnosis.description.contains("DIFFERS"))
        #expect(diagnosis.description.contains("The standard policy accepts this proof."))
    }

    @Test("A diagnosis finds each departure from the expected form", arguments: Departure.all)
    func departure(_ departure: Departure) throws {
        var device = DepartingDevice()
        departure.change(&device)
        try check(device)
    }

    @Test("A diagnosis finds both of any two departures", arguments: Departure.all.indices)
    func pairs(first: Int) throws {
        for (one, other) in Departure.pairs(withFirst: first) {
            var device = DepartingDevice()
            one.change(&device)
            other.change(&device)
            try check(device)
        }
    }

    @Test("With all departures at once a diagnosis finds them all")
    func everything() throws {
        var device = DepartingDevice()
        for departure in Departure.all { departure.change(&device) }
        try check(device)
    }

    @Test("Where the index cannot tell two orders of its bits apart, the table has both")
    func ambiguousIndex() throws {
        var device = DepartingDevice()
        device.position = 0
        let diagnosis = ProofDiagnosis(of: try device.capturedProof())
        #expect(diagnosis.policy == .standard)
        #expect(Set(diagnosis.trees.map(\.readsHighBitFirst)) == [false, true])
        #expect(diagnosis.description.contains("lowest first or highest first"))
    }

    @Test("Without a known root hash a diagnosis tells the encodings and nothing about the tree")
    func unknownRoots() throws {
        var device = DepartingDevice()
        device.signature.encoding = .raw
        device.tree.hasNodePrefix = true
        for roots in [nil, []] as [[Data]?] {
            var proof = try device.capturedProof()
            proof.knownRootHashes = roots
            let diagnosis = ProofDiagnosis(of: proof)
            #expect(diagnosis.verdict == .rootNotKnown)
            #expect(diagnosis.signatures == [device.signature])
            #expect(diagnosis.trees.isEmpty)
            #expect(diagnosis.policy == IdentityProofPolicy(signatureEncoding: .raw))
            #expect(diagnosis.description.contains("not told: no root hash is known"))
        }
    }

    @Test("A proof that no policy accepts is diagnosed with its reason", arguments: Misfit.all)
    func misfit(_ misfit: Misfit) throws {
        var proof = try DepartingDevice().capturedProof(signedByAnotherKey: misfit.isSignedByAnotherKey)
        misfit.change(&proof.proof)
        let diagnosis = ProofDiagnosis(of: proof)
        #expect(diagnosis.verdict == misfit.verdict)
        #expect(diagnosis.policy == nil)
        #expect(diagnosis.description.contains(misfit.sentence))
    }

    @Test("A key that is no point of P-256 is diagnosed as unreadable, and its bytes are tried as a leaf")
    func unreadableKey() throws {
        var proof = try DepartingDevice().capturedProof()
        proof.proof.publicKey = Data("no key".utf8)
        var root = Data(SHA256.hash(data: proof.proof.publicKey))
        for (level, sibling) in proof.proof.inclusionHashes.enumerated() {
            let isLeft = proof.proof.publicKeyIndex >> UInt64(level) & 1 == 0
            root = Data(SHA256.hash(data: isLeft ? root + sibling : sibling + root))
        }
        proof.knownRootHashes = [root]
        let diagnosis = ProofDiagnosis(of: proof)
        #expect(diagnosis.verdict == .unreadableKey)
        #expect(diagnosis.trees.count == 1)
        #expect(diagnosis.description.contains("hash of the key as sent"))
    }

    @Test("A short challenge that is signed in place of a digest is padded with zeros at its front")
    func shortChallenge() throws {
        for (challenge, digest) in [
            (Data([7]), Data(count: 31) + [7]), (Data(1...33), Data(1...32)), (Data(), Data(count: 32)),
        ] { #expect(try Data(SignedForm.challengeAsDigest.digest(of: challenge)) == digest) }
    }

    @Test("A tree of fewer than 32 leaves is accepted by the standard policy and reported")
    func shallowTree() throws {
        var device = DepartingDevice()
        device.leafCount = 16
        let diagnosis = ProofDiagnosis(of: try device.capturedProof())
        #expect(diagnosis.policy == .standard)
        #expect(diagnosis.description.contains("Please open an issue"))
    }
}

struct Misfit: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var verdict: ProofDiagnosis.Verdict
    var sentence: String
    var isSignedByAnotherKey = false
    var change: @Sendable (inout CapturedProof.Parts) -> Void = { _ in }

    static let all = [
        Misfit(testDescription: "empty", verdict: .emptyProof, sentence: "The proof is empty") {
            ($0.publicKey, $0.inclusionHashes) = (Data(), [])
        },
        Misfit(
            testDescription: "the signature of another key, as after a lost salt",
            verdict: .signedByAnotherKey,
            sentence: "lost the salt",
            isSignedByAnotherKey: true
        ),
        Misfit(
            testDescription: "a byte behind the signature",
            verdict: .signedByAnotherKey,
            sentence: "the signature is none in DER"
        ) { $0.signatureData.append(0) },
        Misfit(testDescription: "an index out of range", verdict: .unknownRoot, sentence: "no leaf with this index") {
            $0.publicKeyIndex += 64
        },
        Misfit(testDescription: "a longer hash", verdict: .unknownRoot, sentence: "lead to no known root hash") {
            $0.inclusionHashes[2].append(0)
        },
        Misfit(
            testDescription: "another key, and an index out of range",
            verdict: .notUnderstood,
            sentence: "made no signature over any form",
            isSignedByAnotherKey: true
        ) { $0.publicKeyIndex = .max },
        Misfit(testDescription: "100 hashes, no signature", verdict: .notUnderstood, sentence: "nothing fits, 0 bytes")
        {
            ($0.inclusionHashes, $0.signatureData) = (Array(repeating: Data(), count: 100), Data())
        },
    ]
}

import CollaborationCore
import CollaborationCrypto
import Foundation

/// What a captured proof tells about the form of such proofs.
///
/// The form that the package expects rests on the behavior of Apple's systems as others published it, and on no
/// captured proof. A diagnosis tries every assumption that is left open, in all combinations: the encodings of the key and
/// the signature, what is signed, and how the root follows from the key, the index and the hashes. Its description
/// is a table of what fits, and says what to do next.
///
/// With an index such as 0, two assumptions can lead to the same root. The table then shows both.
struct ProofDiagnosis: Hashable, Sendable {
    /// What the proof as a whole is.
    enum Verdict: Hashable, Sendable {
        /// The signature is valid, and the proof leads to a known root.
        case understood

        /// The signature is valid. No root hash is known, so nothing can be told about the tree.
        case rootNotKnown

        /// The device has no proof yet: there is neither a key nor an inclusion hash.
        case emptyProof

        /// The key is none of P-256 in any form that is tried.
        case unreadableKey

        /// The proof leads to a known root, but its key did not make the signature over any form of the challenge.
        ///
        /// A device that lost the salt of its key signs with another one.
        case signedByAnotherKey

        /// The signature is valid, but no assumption about the tree leads to a known root.
        case unknownRoot

        /// Neither the signature nor the tree fits any assumption.
        case notUnderstood
    }

    let verdict: Verdict

    /// A policy by which the package's verification accepts the proof; nil if there is none.
    ///
    /// It is the standard policy if that accepts the proof. If no root hash is known, the report names the one that the
    /// policy leads to.
    let policy: IdentityProofPolicy?

    /// The root hash to which the verification by ``policy`` leads.
    let computedRoot: Data?

    let proof: CapturedProof

    /// The form of the key as it was sent; nil if it is no key.
    let keyForm: KeyForm?

    /// The assumptions by which the signature is valid: at most one, unless two forms of the challenge are the same.
    let signatures: [SignatureAssumptions]

    /// The assumptions that lead to a known root.
    let trees: [TreeAssumptions]

    init(of proof: CapturedProof) {
        self.proof = proof
        let key = KeyForm.allCases.lazy.compactMap { form in
            form.key(proof.proof.publicKey).map { (form: form, value: $0) }
        }.first
        keyForm = key?.form
        signatures = key.map { Self.signatures(of: proof, by: $0.value) } ?? []
        trees = Self.trees(of: proof, key: key?.value)
        (policy, computedRoot) = Self.policy(for: proof, keyForm: keyForm, signatures: signatures)
        verdict =
            switch (proof.isEmpty, key == nil, !signatures.isEmpty, !trees.isEmpty) {
            case (true, _, _, _): .emptyProof
            case (_, true, _, _): .unreadableKey
            case (_, _, true, true): .understood
            case (_, _, false, true): .signedByAnotherKey
            case (_, _, true, false): proof.roots.isEmpty ? .rootNotKnown : .unknownRoot
            case (_, _, false, false): .notUnderstood
            }
    }

    private static func signatures(of proof: CapturedProof, by key: P256.Signing.PublicKey) -> [SignatureAssumptions] {
        proof.readings.flatMap { encoding, signature in
            SignedForm.allCases.compactMap { form in
                guard let digest = try? form.digest(of: proof.challenge),
                    key.isValidSignature(signature, for: digest)
                else { return nil }
                return SignatureAssumptions(encoding: encoding, form: form)
            }
        }
    }

    private static func trees(of proof: CapturedProof, key: P256.Signing.PublicKey?) -> [TreeAssumptions] {
        let (parts, roots) = (proof.proof, proof.roots)
        guard !proof.isEmpty, !roots.isEmpty else { return [] }
        return TreeAssumptions.all(leafForms: key == nil ? [nil] : KeyForm.allCases).filter { tree in
            let leaf = key.flatMap { key in tree.leafForm?.bytes(of: key) } ?? parts.publicKey
            return tree.root(ofLeaf: leaf, index: parts.publicKeyIndex, hashes: parts.inclusionHashes)
                .map { roots.contains(Array($0)) } ?? false
        }
    }

    /// Looks for a policy by which the package itself accepts the proof.
    private static func policy(
        for proof: CapturedProof,
        keyForm: KeyForm?,
        signatures: [SignatureAssumptions]
    ) -> (IdentityProofPolicy?, Data?) {
        guard let keyEncoding = keyForm?.policyEncoding, let signed = proof.signedIdentityProof else {
            return (nil, nil)
        }
        for signature in signatures {
            guard case .hashed(let signedForm) = signature.form else { continue }
            let policy = IdentityProofPolicy(
                keyEncoding: keyEncoding,
                signatureEncoding: signature.encoding,
                signedForm: signedForm
            )
            guard let identity = try? signed.verifiedIdentity(signing: proof.challenge, policy: policy),
                proof.roots.isEmpty || proof.roots.contains(Array(identity.rootHash))
            else { continue }
            return (policy, identity.rootHash)
        }
        return (nil, nil)
    }
}

extension CapturedProof {
    /// The known root hashes, as arrays because the hash of `Data` covers its first 80 bytes only.
    var roots: Set<[UInt8]> { Set((knownRootHashes ?? []).map { Array($0) }) }

    var isEmpty: Bool { proof.publicKey.isEmpty && proof.inclusionHashes.isEmpty }

    /// Whether the signature has one of the forms that are tried, whoever made it.
    var hasReadableSignature: Bool { !readings.isEmpty }

    /// Whether the tree has a leaf with the index, counted from 0 or from 1.
    var hasIndexOfLeaf: Bool { (max(proof.publicKeyIndex, 1) - 1) >> UInt64(proof.inclusionHashes.count) == 0 }

    fileprivate var readings: [(IdentityProofPolicy.SignatureEncoding, P256.Signing.ECDSASignature)] {
        let bytes = proof.signatureData
        let der = try? P256.Signing.ECDSASignature(derRepresentation: bytes)
        let raw = try? P256.Signing.ECDSASignature(rawRepresentation: bytes)
        return [der.map { (.der, $0) }, raw.map { (.raw, $0) }].compactMap(\.self)
    }

    /// The proof, if it keeps the rules of one.
    fileprivate var signedIdentityProof: Person.SignedIdentityProof? {
        guard let index = Int(exactly: proof.publicKeyIndex),
            let inclusion = try? Person.IdentityProof(
                publicKey: proof.publicKey,
                publicKeyIndex: index,
                inclusionHashes: proof.inclusionHashes
            )
        else { return nil }
        return Person.SignedIdentityProof(personIdentityProof: inclusion, signatureData: proof.signatureData)
    }
}

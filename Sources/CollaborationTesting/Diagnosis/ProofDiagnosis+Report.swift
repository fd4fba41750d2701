import CollaborationProofs

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ProofDiagnosis: CustomStringConvertible {
    /// The table of what fits, and what to do next, in several lines.
    public var description: String {
        verdict == .emptyProof ? conclusion : table + "\n" + conclusion
    }

    private var conclusion: String {
        switch verdict {
        case .understood: understood
        case .rootNotKnown: rootNotKnown
        case .emptyProof:
            """
            The proof is empty: the device sent neither a key nor a hash. It has no proof for this collaboration yet,
            which tells nothing about the form of proofs. A device that was added after the invitation sends this,
            and so does one on which Messages has not processed the invitation. Capture again later, or after a new
            invitation.

            """
        case .unreadableKey:
            "The key is none of P-256 in any form that was tried.\n" + Self.whatToSend
        case .signedByAnotherKey:
            """
            The key belongs to a known identity, but it did not make the signature. Check first that the captured
            challenge has the bytes that were passed to the system. If it has, the device has probably lost the salt of
            its key, and signed with another one. That tells nothing about the form of proofs: the server is
            right to refuse this one. Invite the person again, and capture again.

            """
        case .unknownRoot:
            """
            The signature is valid, but the key, the index and the hashes lead to no known root hash. Check first that
            the root hash of this person's invitation to this collaboration is among the known ones. If it is, the tree
            is built by a rule that was not tried.

            """ + Self.whatToSend
        case .notUnderstood:
            """
            The key made no signature over any form of the challenge, and leads to no known root hash. Check first that
            the captured challenge has the bytes that were passed to the system.

            """ + Self.whatToSend
        }
    }

    private var understood: String {
        switch policy {
        case .standard? where isTreePadded:
            "The standard policy accepts this proof. Nothing needs to be set.\n"
        case .standard?:
            "The standard policy accepts this proof, although its tree is not padded as expected.\n"
                + Self.whatToSend
        case let policy?: "This policy accepts the proof:\n\n    \(policy.source)\n\n" + Self.whatToSend
        case nil:
            "Every part of the proof is understood, but no policy accepts it: the package must change.\n"
                + Self.whatToSend
        }
    }

    private var rootNotKnown: String {
        var text = """
            The signature is valid. Nothing can be told about the leaf, the nodes and the index, since no root hash
            is known. Add the root hash of this person's invitation to knownRootHashes; it is a rootHash of
            addedIdentities in the update with which the sender's app reported the person.

            """
        if let policy, let computedRoot {
            let root = computedRoot.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            text += "If the tree is as expected, the root hash is\n\n    \(root)\n\nand this policy accepts"
            text += " the proof:\n\n    \(policy.source)\n"
        }
        return text
    }

    private static let whatToSend = """
        Please open an issue for the project with this table, the versions of the device's system and of the sender's, and
        the captured line without its collaborationIdentifier. The line holds no private key. Nobody can use it again
        where challenges are accepted once.

        """
}

extension IdentityProofPolicy {
    /// The expression in Swift that makes this policy.
    fileprivate var source: String {
        guard self != .standard else { return "IdentityProofPolicy.standard" }
        let arguments = [
            keyEncoding == .x963 ? nil : "keyEncoding: .\(keyEncoding)",
            signatureEncoding == .der ? nil : "signatureEncoding: .\(signatureEncoding)",
            signedForm == .challenge ? nil : "signedForm: .\(signedForm)",
        ]
        return "IdentityProofPolicy(" + arguments.compactMap(\.self).joined(separator: ", ") + ")"
    }
}

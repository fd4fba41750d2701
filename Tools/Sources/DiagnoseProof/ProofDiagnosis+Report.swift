import CollaborationCore
import Foundation
import ToolSupport

extension ProofDiagnosis: CustomStringConvertible {
    /// The table of what fits, and what to do next, in several lines.
    var description: String {
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
        case .signedByAnotherKey where !proof.hasReadableSignature:
            """
            The key belongs to a known identity, but the signature is none in DER, nor a raw one of 64 bytes. Check first
            that the captured bytes are those that the system gave.

            """ + Self.whatToSend
        case .signedByAnotherKey:
            """
            The key belongs to a known identity, but it did not make the signature. Check first that the captured
            challenge has the bytes that were passed to the system. If it has, the device has probably lost the salt of
            its key, and signed with another one. That tells nothing about the form of proofs: the server is
            right to refuse this one. Invite the person again, and capture again.

            """
        case .unknownRoot where !proof.hasIndexOfLeaf:
            """
            The signature is valid, but a tree with so few hashes on a path has no leaf with this index. Check first that
            the captured index and hashes are those that the system gave.

            """ + Self.whatToSend
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
            "The standard policy accepts this proof, although its tree is not padded as expected.\n" + Self.whatToSend
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
            text +=
                "If the tree is as expected, the root hash is\n\n    \(computedRoot.hexadecimal)\n\nand this policy accepts"
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

extension ProofDiagnosis {
    var table: String {
        let rows = [["assumption", "expected", "this proof", ""]] + encodingRows + treeRows
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { cells in
            let line = zip(cells, widths).map { $0.padding(toLength: $1 + 2, withPad: " ", startingAt: 0) }.joined()
            return line.replacing(#/ +$/#, with: "") + "\n"
        }.joined()
    }

    /// The cells of a row: what is expected of a proof in one respect, which values fit this proof, and how they compare.
    private func row(_ name: String, _ expected: String, _ values: [String], otherwise: String) -> [String] {
        var seen: Set<String> = []
        let found = values.filter { seen.insert($0).inserted }
        let rating = found == [expected] ? "as expected" : found.contains(expected) ? "both fit" : "DIFFERS"
        return [name, expected] + (found.isEmpty ? [otherwise, ""] : [found.joined(separator: " or "), rating])
    }

    private var encodingRows: [[String]] {
        let (key, signature) = (proof.proof.publicKey, proof.proof.signatureData)
        let (keys, encodings) = (
            [keyForm?.rawValue].compactMap(\.self), signatures.map { $0.encoding == .der ? "DER" : "raw" }
        )
        return [
            row("key", KeyForm.x963.rawValue, keys, otherwise: "no key of P-256, \(key.count) bytes"),
            row("signature", "DER", encodings, otherwise: "nothing fits, \(signature.count) bytes"),
            row("signed bytes", "the challenge", signatures.map(\.form.name), otherwise: "nothing fits"),
        ]
    }

    private var treeRows: [[String]] {
        let otherwise = proof.roots.isEmpty ? "not told: no root hash is known" : "nothing fits"
        func row(_ name: String, _ value: (TreeAssumptions) -> String) -> [String] {
            self.row(name, value(.standard), trees.map(value), otherwise: otherwise)
        }
        let (depth, expectedDepth) = (proof.proof.inclusionHashes.count, "\(Self.leastDepth) or more")
        return [
            row("leaf") { "hash of the key as " + ($0.leafForm?.rawValue ?? "sent") },
            row("leaf prefix") { $0.hasLeafPrefix ? "00" : "none" },
            row("node prefix") { $0.hasNodePrefix ? "01" : "none" },
            row("order of hashes") { $0.startsAtRoot ? "root to leaf" : "leaf to root" },
            row("order of index bits") { $0.readsHighBitFirst ? "highest first" : "lowest first" },
            row("index of first leaf") { "\($0.indexBase)" },
            self.row("number of hashes", expectedDepth, [isTreePadded ? expectedDepth : "\(depth)"], otherwise: ""),
        ]
    }

    /// The depth of a tree of 32 leaves, to which Apple's devices pad the smallest one.
    private static let leastDepth = 5

    /// Whether the tree can have 32 leaves or more.
    var isTreePadded: Bool { proof.proof.inclusionHashes.count >= Self.leastDepth }
}

extension SignedForm {
    fileprivate var name: String {
        switch self {
        case .hashed(.challenge): "the challenge"
        case .hashed(.challengeHash): "the SHA-256 digest of the challenge"
        case .hashed(.base64): "the challenge in base64"
        case .hashed(.lowercaseHexadecimal): "the challenge in lower-case hexadecimal"
        case .hashed(.uppercaseHexadecimal): "the challenge in upper-case hexadecimal"
        case .challengeAsDigest: "the challenge in place of a digest"
        }
    }
}

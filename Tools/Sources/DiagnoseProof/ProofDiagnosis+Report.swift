import CollaborationCore
import CollaborationCrypto
import Foundation

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

/// A row of the table: what is expected of a proof in one respect, and what fits this proof.
struct AssumptionRow {
    var name: String
    var expected: String

    /// The values that fit; none if nothing does.
    var found: [String]

    /// What stands in the table if nothing fits.
    var otherwise: String

    var cells: [String] {
        let rating =
            if found.isEmpty {
                ""
            } else if found == [expected] {
                "as expected"
            } else if found.contains(expected) {
                "both fit"
            } else {
                "DIFFERS"
            }
        return [name, expected, found.isEmpty ? otherwise : found.joined(separator: " or "), rating]
    }
}

extension ProofDiagnosis {
    /// The table of the assumptions, with a line for each.
    var table: String {
        let header = ["assumption", "expected", "this proof", ""]
        let rows = [header] + (encodingRows + treeRows).map(\.cells)
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { cells in
            var line = ""
            for (cell, width) in zip(cells, widths) {
                line += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    private var encodingRows: [AssumptionRow] {
        let (key, signature) = (proof.proof.publicKey, proof.proof.signatureData)
        return [
            AssumptionRow(
                name: "key",
                expected: KeyForm.x963.rawValue,
                found: keyForm.map { [$0.rawValue] } ?? [],
                otherwise: "no key of P-256, \(key.count) bytes"
            ),
            AssumptionRow(
                name: "signature",
                expected: "DER",
                found: unique(signatures.map { $0.encoding == .der ? "DER" : "raw" }),
                otherwise: "nothing fits, \(signature.count) bytes"
            ),
            AssumptionRow(
                name: "signed bytes",
                expected: SignedForm.hashed(.challenge).name,
                found: unique(signatures.map(\.form.name)),
                otherwise: "nothing fits"
            ),
        ]
    }

    private var treeRows: [AssumptionRow] {
        func row(_ name: String, _ value: (TreeAssumptions) -> String) -> AssumptionRow {
            AssumptionRow(
                name: name,
                expected: value(.standard),
                found: unique(trees.map(value)),
                otherwise: proof.roots.isEmpty ? "not told: no root hash is known" : "nothing fits"
            )
        }
        let depth = proof.proof.inclusionHashes.count
        let expectedDepth = "\(Self.leastDepth) or more"
        return [
            row("leaf") { "hash of the key as " + ($0.leafForm?.rawValue ?? "sent") },
            row("leaf prefix") { $0.hasLeafPrefix ? "00" : "none" },
            row("node prefix") { $0.hasNodePrefix ? "01" : "none" },
            row("order of hashes") { $0.startsAtRoot ? "root to leaf" : "leaf to root" },
            row("order of index bits") { $0.readsHighBitFirst ? "highest first" : "lowest first" },
            row("index of first leaf") { "\($0.indexBase)" },
            AssumptionRow(
                name: "number of hashes",
                expected: expectedDepth,
                found: [isTreePadded ? expectedDepth : "\(depth)"],
                otherwise: ""
            ),
        ]
    }

    /// The depth of a tree of 32 leaves, to which Apple's devices pad the smallest one.
    private static let leastDepth = 5

    /// Whether the tree can have 32 leaves or more.
    var isTreePadded: Bool { proof.proof.inclusionHashes.count >= Self.leastDepth }

    /// The values in their order, each once.
    private func unique(_ values: [String]) -> [String] {
        var found: Set<String> = []
        return values.filter { found.insert($0).inserted }
    }
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

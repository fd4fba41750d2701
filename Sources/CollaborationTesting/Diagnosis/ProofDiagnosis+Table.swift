import CollaborationModels
import CollaborationProofs

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
    private static let leastDepth = DerivedIdentity.leafAlignment.trailingZeroBitCount

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

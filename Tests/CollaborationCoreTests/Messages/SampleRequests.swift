import CollaborationCore
import CollaborationTestSupport
import Foundation

/// The requests and answers of `Snippets/Samples`, which OpenSSL signed.
enum SampleRequests {
    /// A request line, and the answer that it must get.
    struct Line: Sendable {
        var request: String
        var answer: String
    }

    static func lines(of name: String) throws -> [Line] {
        let folder = packageFolder.appending(path: "Snippets/Samples")
        let texts = try ["jsonl", "expected"].map { kind in
            // Every line ends in a newline, so the text after the last newline is not a line. An empty line before
            // that is a request.
            try String(contentsOf: folder.appending(path: "\(name).\(kind)"), encoding: .utf8)
                .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .dropLast()
        }
        guard texts[0].count == texts[1].count else { throw UnevenFiles(name: name) }
        return zip(texts[0], texts[1]).map { Line(request: String($0), answer: String($1)) }
    }

    /// The first line of the article's tree: P3 proves itself with H4, H7 and H11.
    static func article() throws -> VerificationRequest {
        let line = try lines(of: "article-tree").first
        return try VerificationRequest(json: (line?.request ?? "").utf8)
    }

    struct UnevenFiles: Error {
        var name: String
    }
}

/// The unchecked parts of a request, each of which a test may break.
struct ProofParts: Sendable {
    var challenge: Data
    var publicKey: Data
    var publicKeyIndex: Int
    var inclusionHashes: [Data]
    var signatureData: Data
    var knownRootHashes: [Data]
    var policy = IdentityProofPolicy.standard

    /// The parts of the article's proof, which is valid.
    static func article() throws -> ProofParts { ProofParts(try SampleRequests.article()) }

    func proof() throws(IdentityProofError) -> Person.IdentityProof {
        try Person.IdentityProof(publicKey: publicKey, publicKeyIndex: publicKeyIndex, inclusionHashes: inclusionHashes)
    }

    func signedProof() throws(IdentityProofError) -> Person.SignedIdentityProof {
        Person.SignedIdentityProof(personIdentityProof: try proof(), signatureData: signatureData)
    }

    /// The identity proven; nil for an unknown one.
    func verify() throws(IdentityProofError) -> Person.Identity? {
        let request = VerificationRequest(
            collaborationIdentifier: "a test",
            challenge: challenge,
            proof: try signedProof(),
            knownRootHashes: knownRootHashes
        )
        return try request.verifiedIdentity(policy: policy)
    }
}

extension ProofParts {
    init(_ request: VerificationRequest) {
        self.init(
            challenge: request.challenge,
            publicKey: request.proof.publicKey,
            publicKeyIndex: request.proof.publicKeyIndex,
            inclusionHashes: request.proof.inclusionHashes,
            signatureData: request.proof.signatureData,
            knownRootHashes: request.knownRootHashes
        )
    }
}

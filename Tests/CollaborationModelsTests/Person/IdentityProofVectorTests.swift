import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

/// Three hundred proofs of an independent oracle, one fault each, with every check that fails on them.
@Suite("Identity proofs of another implementation")
struct IdentityProofVectorTests {
    struct File: Decodable {
        var counts: Counts
        var cases: [Case]
    }

    struct Counts: Decodable {
        var total: Int
    }

    struct Case: Decodable {
        var id: String
        var kind: String
        var expected: String
        var failures: Set<String>
        var publicKey: String
        var publicKeyIndex: Int
        var inclusionHashes: [String]
        var challenge: String
        var signature: String
        var knownRoots: [String]
    }

    /// The names that the file gives to the checks behind each of our reasons.
    static let checks: [IdentityProofError: Set<String>] = [
        .publicKeyIndexOutOfRange: ["index"],
        .malformedInclusionHash: ["hashLength"],
        .malformedPublicKey: ["publicKeyEncoding", "publicKeyPoint"],
        .malformedSignature: ["signatureEncoding", "signatureRange"],
        .signatureMismatch: ["signature"],
        .unknownIdentity: ["root"],
    ]

    @Test("get the expected answer, and are refused for a check that fails on them")
    func answers() throws {
        guard let data = try Self.data() else {
            return
        }
        let file = try JSONDecoder().decode(File.self, from: data)
        try #require(file.cases.count == file.counts.total)
        try #require(file.cases.count >= 300)
        for test in file.cases {
            let name: Comment = "\(test.id): \(test.kind)"
            do {
                let root = try Self.verify(test).rootHash
                // A case of policy is good by itself; only a server that remembers its challenges refuses it.
                #expect(test.expected != "invalid", name)
                #expect(test.knownRoots.map(Self.bytes).contains(root), name)
            } catch IdentityProofError.inclusionPathTooLong {
                // A rule of our own: the file has no limit of depth.
                #expect(test.inclusionHashes.count > 32, name)
                #expect(test.expected == "invalid", name)
            } catch {
                #expect(test.expected == "invalid", name)
                #expect(!test.failures.isDisjoint(with: Self.checks[error] ?? []), "\(name): \(error)")
            }
        }
    }

    private static func verify(_ test: Case) throws(IdentityProofError) -> Person.Identity {
        let proof = try Person.IdentityProof(
            publicKey: bytes(test.publicKey),
            publicKeyIndex: test.publicKeyIndex,
            inclusionHashes: test.inclusionHashes.map(bytes)
        )
        let request = IdentityProofRequest(
            collaborationIdentifier: "vectors",
            challenge: bytes(test.challenge),
            proof: Person.SignedIdentityProof(
                personIdentityProof: proof,
                signatureData: bytes(test.signature)
            ),
            knownRootHashes: test.knownRoots.map(bytes)
        )
        return try request.verifiedIdentity()
    }

    /// The file beside the package, or where `COLLABORATION_VECTORS` points; `nil` where it is not, which is
    /// then said.
    private static func data() throws -> Data? {
        let named = ProcessInfo.processInfo.environment["COLLABORATION_VECTORS"].map { URL(filePath: $0) }
        let folder =
            named ?? packageFolder.appending(path: "../shared/vectors").standardizedFileURL
        let file = folder.appending(path: "identity-proofs.json")
        guard FileManager.default.fileExists(atPath: file.path) else {
            print("Vectors not found: \(file.path), three hundred identity proofs, which are not published.")
            return nil
        }
        return try Data(contentsOf: file)
    }

    private static func bytes(_ hexadecimal: String) -> Data {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return Data(
            stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        )
    }
}

import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Identity proof vectors")
struct IdentityProofVectorTests {
    /// The fields of a case, except a request that is given as an object.
    struct Case: Decodable {
        var id: String
        var text: Data?
        var result: String
        var reason: String?
        var rootHash: Data?
        var replayOf: String?

        /// The answer as `VerifyProof` writes it.
        var answer: String {
            [result, reason, rootHash?.hexadecimal].compactMap(\.self).joined(separator: " ")
        }
    }

    struct File: Decodable {
        var count: Int
        var cases: [Case]
    }

    let cases: [(case: Case, request: Data)]

    /// Reads `Tests/Vectors/identity-proofs.json`, and encodes each request as JSON again.
    init() throws {
        let data = try Data(contentsOf: packageFolder.appending(path: "Tests/Vectors/identity-proofs.json"))
        let file = try JSONDecoder().decode(File.self, from: data)
        let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let requests = try zip(file.cases, #require(object["cases"] as? [[String: Any]])).map {
            test,
            object in
            try test.text ?? JSONSerialization.data(withJSONObject: #require(object["request"]))
        }
        cases = Array(zip(file.cases, requests))
        try #require(cases.count == file.count && file.cases.count == file.count)
    }

    @Test("Every request of the identity proof vectors gets the expected answer")
    func answers() {
        for (test, request) in cases {
            #expect(IdentityProofRequestTests.answer(to: request) == test.answer, "\(test.id)")
        }
    }

    @Test("The identity proof vectors contain every reason that the standard policy can give")
    func everyReason() {
        let reasons = IdentityProofError.allCases.filter { $0 != .inclusionPathTooShort }.map(\.rawValue)
        #expect(Set(cases.compactMap(\.case.reason)) == Set(reasons))
    }

    @Test("The identity proof vectors have distinct ids, and every replay names an earlier case")
    func identifiers() {
        var earlier: Set<String> = []
        for (test, _) in cases {
            #expect(test.replayOf.map(earlier.contains) ?? true, "\(test.id)")
            #expect(earlier.insert(test.id).inserted, "\(test.id)")
        }
    }
}

/// Proofs made by another program.
///
/// Each lists all checks that it fails, so that the order of checks is open.
@Suite("Identity proofs of another program")
struct OutsideIdentityProofTests {
    struct File: Decodable {
        var cases: [Case]
    }

    struct Case: Decodable {
        var id: String
        var expected: String
        var failures: Set<String>
        var publicKey: Hexadecimal
        var publicKeyIndex: Int
        var inclusionHashes: [Hexadecimal]
        var challenge: Hexadecimal
        var signature: Hexadecimal
        var knownRoots: [Hexadecimal]

        func verify() throws(IdentityProofError) -> Person.Identity {
            let request = IdentityProofRequest(
                collaborationIdentifier: "vectors",
                challenge: Data(challenge.bytes),
                proof: Person.SignedIdentityProof(
                    personIdentityProof: try Person.IdentityProof(
                        publicKey: Data(publicKey.bytes),
                        publicKeyIndex: publicKeyIndex,
                        inclusionHashes: inclusionHashes.map { Data($0.bytes) }
                    ),
                    signatureData: Data(signature.bytes)
                ),
                knownRootHashes: knownRoots.map { Data($0.bytes) }
            )
            return try request.verifiedIdentity()
        }
    }

    /// The file's names of the checks that correspond to each error.
    static let checks: [IdentityProofError: Set<String>] = [
        .publicKeyIndexOutOfRange: ["index"],
        .malformedInclusionHash: ["hashLength"],
        .malformedPublicKey: ["publicKeyEncoding", "publicKeyPoint"],
        .malformedSignature: ["signatureEncoding", "signatureRange"],
        .signatureMismatch: ["signature"],
        .unknownIdentity: ["root"],
    ]

    @Test(
        "Every proof made by another program is accepted, or refused for a check that it fails",
        .enabled(if: VectorFile.identityProofs.isAvailableOrRequired, "\(VectorFile.identityProofs.absence)")
    )
    func answers() throws {
        let file = try JSONDecoder().decode(File.self, from: VectorFile.identityProofs.contents())
        try #require(file.cases.count >= 300)
        for test in file.cases {
            do {
                // A case of policy has a valid proof; only a server that records used challenges refuses it.
                let root = try test.verify().rootHash
                #expect(test.expected != "invalid", "\(test.id)")
                #expect(test.knownRoots.contains { Data($0.bytes) == root }, "\(test.id)")
            } catch IdentityProofError.inclusionPathTooLong {
                // The other program does not limit the depth.
                #expect(test.inclusionHashes.count > 32 && test.expected == "invalid", "\(test.id)")
            } catch {
                #expect(test.expected == "invalid", "\(test.id)")
                #expect(!test.failures.isDisjoint(with: Self.checks[error] ?? []), "\(test.id): \(error)")
            }
        }
    }
}

import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Identity proof vectors")
struct IdentityProofVectorTests {
    /// What a case says besides a request that is given as an object.
    struct Case: Decodable {
        var id: String
        var text: Data?
        var result: String
        var reason: String?
        var rootHash: Data?
        var replayOf: String?

        /// The answer in the words of `VerifyProof`.
        var answer: String {
            [result, reason, rootHash?.hexadecimal].compactMap(\.self).joined(separator: " ")
        }
    }

    struct File: Decodable {
        var count: Int
        var cases: [Case]
    }

    let cases: [(case: Case, request: Data)]

    /// Reads `Tests/Vectors/identity-proofs.json`, with each request as JSON again.
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

/// Proofs made by another program, with every check that fails on each, independent of the order of checks.
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

    /// The names that the file gives to the checks behind each of our reasons.
    static let checks: [IdentityProofError: Set<String>] = [
        .publicKeyIndexOutOfRange: ["index"],
        .malformedInclusionHash: ["hashLength"],
        .malformedPublicKey: ["publicKeyEncoding", "publicKeyPoint"],
        .malformedSignature: ["signatureEncoding", "signatureRange"],
        .signatureMismatch: ["signature"],
        .unknownIdentity: ["root"],
    ]

    @Test(
        "Every proof of another program gets the expected answer, for a check that fails on it",
        .enabled(if: VectorFile.identityProofs.isAvailableOrRequired, "\(VectorFile.identityProofs.absence)")
    )
    func answers() throws {
        let file = try JSONDecoder().decode(File.self, from: VectorFile.identityProofs.contents())
        try #require(file.cases.count >= 300)
        for test in file.cases {
            do {
                // A case of policy is good by itself; only a server that records its challenges refuses it.
                let root = try test.verify().rootHash
                #expect(test.expected != "invalid", "\(test.id)")
                #expect(test.knownRoots.contains { Data($0.bytes) == root }, "\(test.id)")
            } catch IdentityProofError.inclusionPathTooLong {
                // The file has no limit of depth.
                #expect(test.inclusionHashes.count > 32 && test.expected == "invalid", "\(test.id)")
            } catch {
                #expect(test.expected == "invalid", "\(test.id)")
                #expect(!test.failures.isDisjoint(with: Self.checks[error] ?? []), "\(test.id): \(error)")
            }
        }
    }
}

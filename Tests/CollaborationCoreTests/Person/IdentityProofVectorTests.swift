import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Identity proof vectors")
struct IdentityProofVectorTests {
    /// The fields of a test, except a request that is given as an object.
    struct Vector: Decodable {
        var id: String
        var text: Data?
        var spaces: Int?
        var answer: String
    }

    struct Policy: Decodable {
        var keyEncoding: String
        var signatureEncoding: String
        var signedForm: String
        var minimumHashes: Int
        var maximumHashes: Int

        func value() throws -> IdentityProofPolicy {
            IdentityProofPolicy(
                keyEncoding: try #require(["x963": .x963, "compressed": .compressed, "der": .der][keyEncoding]),
                signatureEncoding: try #require(["der": .der, "raw": .raw][signatureEncoding]),
                signedForm: try #require(IdentityProofPolicy.SignedForm.allCases.first { "\($0)" == signedForm }),
                depths: minimumHashes...maximumHashes
            )
        }
    }

    struct File: Decodable {
        struct Group: Decodable {
            var policy: Policy
            var tests: [Vector]
        }

        var numberOfTests: Int
        var testGroups: [Group]
    }

    let vectors: [(test: Vector, policy: IdentityProofPolicy, request: Data)]

    /// Reads `Tests/Vectors/identity-proofs.json`, and encodes each request as JSON again.
    ///
    /// The two texts of 16 MiB are left out: `Tests/Vectors/compare` has them, and the reader's own tests.
    init() throws {
        let data = try Data(contentsOf: packageFolder.appending(path: "Tests/Vectors/identity-proofs.json"))
        let file = try JSONDecoder().decode(File.self, from: data)
        let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let groups = try #require(object["testGroups"] as? [[String: Any]])
        vectors = try zip(file.testGroups, groups).flatMap { group, object in
            let policy = try group.policy.value()
            let objects = try #require(object["tests"] as? [[String: Any]])
            return try zip(group.tests, objects).filter { $0.0.spaces == nil }.map { test, object in
                let request = try test.text ?? JSONSerialization.data(withJSONObject: #require(object["request"]))
                return (test, policy, request)
            }
        }
        try #require(vectors.count == file.numberOfTests - 2)
    }

    @Test(
        "Requests of the identity proof vectors get the expected answer under their policy",
        .enabled(if: BuildConfiguration.isRelease)
    ) func answers() {
        for (test, policy, request) in vectors {
            #expect(VerificationRequestTests.answer(to: request, policy: policy) == test.answer, "\(test.id)")
        }
    }
}

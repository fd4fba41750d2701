import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

@Suite("An identity proof request")
struct IdentityProofRequestTests {
    /// What a program that answers requests must say of a line; a malformed one is only called that.
    static func answer(to line: String) -> String {
        do {
            // A byte after the line keeps Foundation's decoder from its trap, as in `VerifyProof`.
            let ended = Data((line + "\n").utf8)
            let request = try JSONDecoder().decode(IdentityProofRequest.self, from: ended)
            return "granted " + (try request.verifiedIdentity().rootHash.hexadecimal)
        } catch let error as IdentityProofError {
            return "denied \(error.rawValue)"
        } catch {
            return "malformed"
        }
    }

    @Test(
        "gets the expected answer on every sample",
        arguments: ["article-tree", "every-answer", "other-encodings"]
    )
    func samples(name: String) throws {
        let lines = try SampleRequests.lines(of: name)
        #expect(lines.count >= 4)
        for line in lines {
            #expect(Self.answer(to: line.request) == line.answer, "\(line.request.prefix(120))")
        }
    }

    @Test("has a sample of every answer")
    func everyAnswer() throws {
        let lines = try SampleRequests.lines(of: "every-answer")
        let words = Set(lines.map { line in line.answer.hasPrefix("granted") ? "granted" : line.answer })
        let reasons = IdentityProofError.allCases.filter {
            $0 != .inclusionPathTooShort
        }
        #expect(words == Set(["granted", "malformed"] + reasons.map { "denied \($0.rawValue)" }))
    }

    @Test("is written in the wire format, and read back the same")
    func wireFormat() throws {
        let line = try #require(SampleRequests.lines(of: "article-tree").first).request
        let request = try SampleRequests.article()
        let encoded = try JSONEncoder().encode(request)
        let (written, read) = (try JSONSerialization.jsonObject(with: encoded), Data(line.utf8))
        let expected = try JSONSerialization.jsonObject(with: read)
        #expect(try #require(written as? NSDictionary) == (try #require(expected as? NSDictionary)))
        #expect(try JSONDecoder().decode(IdentityProofRequest.self, from: encoded) == request)
    }

    @Test("holds its parts")
    func members() throws {
        let request = try SampleRequests.article()
        #expect(request.collaborationIdentifier == "baking-recipes")
        #expect(request.challenge.count == 32)
        #expect(request.knownRootHashes.count == 2)
        let again = IdentityProofRequest(
            collaborationIdentifier: request.collaborationIdentifier,
            challenge: request.challenge,
            proof: request.proof,
            knownRootHashes: request.knownRootHashes
        )
        #expect(again == request)
        #expect(try again.verifiedIdentity().rootHash == request.knownRootHashes[1])
    }

    @Test(
        "denies an index that is an integer, however large, and calls a fraction malformed",
        arguments: [
            ("1e3", "denied publicKeyIndexOutOfRange"),
            ("18446744073709551616", "denied publicKeyIndexOutOfRange"),
            ("-1e30", "denied publicKeyIndexOutOfRange"),
            ("9223372036854775808", "denied publicKeyIndexOutOfRange"),
            ("2.5", "malformed"),
            ("1e400", "malformed"),
        ]
    )
    func hugeIndex(_ index: String, answer: String) throws {
        let line = try #require(SampleRequests.lines(of: "article-tree").first).request
        let changed = line.replacingOccurrences(
            of: "\"publicKeyIndex\": 2",
            with: "\"publicKeyIndex\": \(index)"
        )
        try #require(changed != line)
        #expect(Self.answer(to: changed) == answer)
    }
}

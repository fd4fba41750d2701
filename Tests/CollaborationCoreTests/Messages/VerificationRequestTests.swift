import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Identity proof requests")
struct VerificationRequestTests {
    /// The answer that a program must give to a line; for a malformed line it is only "malformed".
    static func answer(to line: String) -> String { answer(to: Data(line.utf8)) }

    /// What a program that answers requests must say of a line, which may not be UTF-8.
    static func answer(to line: Data, policy: IdentityProofPolicy = .standard) -> String {
        do {
            let request = try VerificationRequest(json: line)
            let identity = try request.verifiedIdentity(policy: policy)
            return identity.map { "granted \($0.rootHash.hexadecimal)" } ?? "denied unknownIdentity"
        } catch let error as IdentityProofError {
            return "denied \(error.rawValue)"
        } catch CollaborationError.refused(.invalidProof(let error)) {
            return "denied \(error.rawValue)"
        } catch {
            return "malformed"
        }
    }

    @Test(
        "Every sample request gets the expected answer",
        arguments: ["article-tree", "every-answer", "other-encodings"]
    ) func samples(name: String) throws {
        let lines = try SampleRequests.lines(of: name)
        #expect(lines.count >= 4)
        for line in lines { #expect(Self.answer(to: line.request) == line.answer, "\(line.request.prefix(120))") }
    }

    @Test(
        "An integer index of any size is denied as out of range, and any other index is malformed",
        arguments: [
            ("1000", "denied publicKeyIndexOutOfRange"),
            ("18446744073709551616", "denied publicKeyIndexOutOfRange"),
            ("-1000000000000000000000000000000", "denied publicKeyIndexOutOfRange"),
            ("9223372036854775808", "denied publicKeyIndexOutOfRange"),
            ("2.5", "malformed"),
            ("2.0", "malformed"),
            ("2e0", "malformed"),
            ("2.00000000000000000001", "malformed"),
            ("-0", "malformed"),
            ("1e3", "malformed"),
            ("1e400", "malformed"),
        ]
    ) func hugeIndex(_ index: String, answer: String) throws {
        let line = try #require(SampleRequests.lines(of: "article-tree").first).request
        let changed = line.replacingOccurrences(of: "\"publicKeyIndex\": 2", with: "\"publicKeyIndex\": \(index)")
        try #require(changed != line)
        #expect(Self.answer(to: changed) == answer)
    }

    @Test("A known root hash that is not 32 bytes never matches")
    func lengths() throws {
        var request = try SampleRequests.article()
        let known = request.knownRootHashes
        request.knownRootHashes = [Data(), known[1].dropLast(), known[1] + [0]]
        #expect(try request.verifiedIdentity() == nil)
        request.knownRootHashes = known
        #expect(try request.verifiedIdentity()?.rootHash == known[1])
    }
}

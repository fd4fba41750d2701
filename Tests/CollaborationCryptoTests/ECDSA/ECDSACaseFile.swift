import Foundation
import Testing

/// The cases that OpenSSL made and confirmed, which are in this repository with the script that makes them.
enum ECDSACaseFile {
    private struct Content: Decodable {
        var counts: [String: Int]
        var cases: [ECDSACase]
    }

    private static let content = Result { () throws -> Content in
        let file = try #require(
            Bundle.module.url(
                forResource: "ecdsa-p256-sha256",
                withExtension: "json",
                subdirectory: "Vectors"
            )
        )
        let content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
        for (verdict, cases) in Dictionary(grouping: content.cases, by: \.verdict.rawValue) {
            try #require(content.counts[verdict] == cases.count)
        }
        try #require(content.counts["total"] == content.cases.count)
        return content
    }

    /// All cases, of which there are hundreds of each kind.
    static func cases() throws -> [ECDSACase] {
        try content.get().cases
    }

    static func cases(_ verdict: ECDSACase.Verdict) throws -> [ECDSACase] {
        try cases().filter { $0.verdict == verdict }
    }

    /// The cases whose key and signature are well formed, so that only the equation decides.
    static func wellFormedCases() throws -> [ECDSACase] {
        try cases().filter { $0.verdict == .valid || $0.verdict == .mismatched }
    }
}

@Suite("The file of ECDSA cases")
struct ECDSACaseFileTests {
    @Test("holds hundreds of cases, and no id twice")
    func counts() throws {
        let cases = try ECDSACaseFile.cases()
        #expect(Set(cases.map(\.id)).count == cases.count)
        for (verdict, least) in [
            (ECDSACase.Verdict.valid, 300), (.mismatched, 300), (.malformedKey, 120),
            (.malformedSignature, 120),
        ] {
            #expect(try ECDSACaseFile.cases(verdict).count >= least, "\(verdict)")
        }
        for encoding in ECDSACase.KeyEncoding.allCases {
            #expect(try ECDSACaseFile.cases(.malformedKey).contains { $0.keyEncoding == encoding })
            #expect(try ECDSACaseFile.cases(.valid).contains { $0.keyEncoding == encoding })
        }
        for encoding in ECDSACase.SignatureEncoding.allCases {
            #expect(
                try ECDSACaseFile.cases(.malformedSignature).contains { $0.signatureEncoding == encoding }
            )
            #expect(try ECDSACaseFile.cases(.valid).contains { $0.signatureEncoding == encoding })
        }
    }
}

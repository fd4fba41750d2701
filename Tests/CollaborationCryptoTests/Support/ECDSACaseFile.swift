import Foundation
import Testing

/// The committed ECDSA cases, which `Vectors/make-vectors` makes with OpenSSL.
enum ECDSACaseFile {
    private struct Content: Decodable {
        var counts: [String: Int]
        var cases: [ECDSACase]
    }

    private static let content = Result { () throws -> Content in
        let name = "ecdsa-p256-sha256"
        let file = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors")
        let content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: #require(file)))
        for (verdict, cases) in Dictionary(grouping: content.cases, by: \.verdict.rawValue) {
            try #require(content.counts[verdict] == cases.count)
        }
        try #require(content.counts["total"] == content.cases.count && content.cases.count >= 1_700)
        return content
    }

    static func cases() throws -> [ECDSACase] { try content.get().cases }

    static func cases(_ verdict: ECDSACase.Verdict) throws -> [ECDSACase] {
        try cases().filter { $0.verdict == verdict }
    }

    /// The cases whose key and signature are well formed, so that the verification equation decides.
    static func wellFormedCases() throws -> [ECDSACase] {
        try cases().filter { $0.verdict == .valid || $0.verdict == .mismatched }
    }
}

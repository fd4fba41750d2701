import Foundation
import Testing

@Suite("What is said about security")
struct SecurityTests {
    /// The source files of all tests, in which suites and tests are named.
    static func testSources() throws -> [String] {
        let tests = ReadmeTests.root.appending(path: "Tests")
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        let sources = try #require(files).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        return try sources.map { try String(contentsOf: $0, encoding: .utf8) }
    }

    /// The last column of the tables of a document, in which tests are named.
    static func lastColumn(of document: String) throws -> [Substring] {
        let rows = try ReadmeTests.text(document).split(separator: "\n").filter { $0.hasPrefix("| ") }
        return rows.compactMap { $0.split(separator: "|").last }
    }

    @Test("promises what a suite and a test of it hold")
    func promises() throws {
        let sources = try Self.testSources()
        var count = 0
        // As in `A suite: "a sentence", "another"; Another suite: "a sentence"`.
        let named = /([^";|]+): ("[^"]+"(?:, "[^"]+")*)/
        for cell in try Self.lastColumn(of: ".github/SECURITY.md") {
            for match in cell.matches(of: named) {
                let suite = match.1.trimmingCharacters(in: .whitespaces)
                let source = sources.filter { $0.contains("@Suite(\"\(suite)\"") }.joined()
                for sentence in match.2.split(separator: "\", \"") {
                    count += 1
                    let quoted = "\"\(sentence.trimmingCharacters(in: ["\""]))\""
                    #expect(source.contains(quoted), "\(suite): \(quoted)")
                }
            }
        }
        #expect(count >= 35)
    }

    @Test("names tests that exist when it goes through threats")
    func threats() throws {
        let sources = try Self.testSources().joined()
        let sentences = try Self.lastColumn(of: "Documentation/ThreatModel.md").flatMap { column in
            column.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        }
        #expect(sentences.count >= 15)
        for sentence in sentences {
            // One that ends in an ellipsis stands whole elsewhere in the document.
            let quoted = sentence.hasSuffix(" …") ? "\"\(sentence.dropLast(2))" : "\"\(sentence)\""
            #expect(sources.contains(quoted), "\(sentence)")
        }
    }
}

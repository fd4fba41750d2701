import Foundation
import Testing

@Suite("What is said about security")
struct SecurityTests {
    /// The sources of all tests, in which suites and tests are named.
    static func testSources() throws -> String {
        let tests = ReadmeTests.root.appending(path: "Tests")
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        let sources = try #require(files).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        return try sources.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }

    /// The sentences between quotation marks in the last column of the tables of a document.
    static func namedTests(in path: String) throws -> [String] {
        let rows = try ReadmeTests.text(path).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let columns = rows.compactMap { $0.split(separator: "|").last }
        return columns.flatMap { column in
            column.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        }
    }

    @Test(
        "rests on tests that exist",
        arguments: [("SECURITY.md", 35), ("Documentation/ThreatModel.md", 15)]
    )
    func named(document: String, atLeast count: Int) throws {
        let sources = try Self.testSources()
        let names = try Self.namedTests(in: document)
        #expect(names.count >= count)
        for name in names {
            // A sentence that ends in an ellipsis is one that stands whole elsewhere in the document.
            let isShort = name.hasSuffix(" …")
            #expect(sources.contains(isShort ? "\"\(name.dropLast(2))" : "\"\(name)\""), "\(name)")
        }
    }
}

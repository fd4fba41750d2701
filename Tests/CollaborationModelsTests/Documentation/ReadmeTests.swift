import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
    static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("takes its code from a snippet that runs")
    func code() throws {
        let blocks = try Self.text("README.md").components(separatedBy: "```swift\n").dropFirst().map {
            block in
            try #require(block.components(separatedBy: "```").first)
        }
        #expect(blocks.count == 1)
        let snippet = try Self.text("Snippets/Verification.swift")
        for block in blocks {
            #expect(snippet.contains(block))
        }
    }

    @Test("links to files that are there", arguments: ["README.md", ".github/SECURITY.md"])
    func links(document: String) throws {
        let paths = try Self.text(document).components(separatedBy: "](").dropFirst().compactMap { rest in
            rest.components(separatedBy: ")").first
        }
        #expect(paths.count >= 3)
        for path in paths {
            let file = Self.root.appending(path: document).deletingLastPathComponent().appending(path: path)
            #expect(FileManager.default.fileExists(atPath: file.standardizedFileURL.path()), "\(path)")
        }
    }
}

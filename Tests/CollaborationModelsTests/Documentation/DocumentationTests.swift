import CollaborationTestSupport
import Foundation
import Testing

@Suite("Documentation")
struct DocumentationTests {
    @Test("Every relative link in a Markdown file leads to a file and a heading that exist")
    func links() throws {
        let files = try Repository.files(withExtension: "md")
        for name in ["README.md", "SECURITY.md", "AppleTypes.md", "ThreatModel.md"] {
            try #require(files.contains { $0.lastPathComponent == name }, "\(name) is not found")
        }
        for file in files {
            let document = MarkdownDocument(try Repository.text(of: file))
            #expect(document.brokenLinks(at: file).isEmpty, "\(file.path())")
        }
    }

    @Test("Every code block that is marked as quoted stands in the file that it names")
    func quotations() throws {
        for file in try Repository.files(withExtension: "md") {
            for block in MarkdownDocument(try Repository.text(of: file)).codeBlocks {
                guard let name = block.quotedFile else { continue }
                let source = try Repository.text(of: Repository.file(named: name))
                #expect(source.contains(block.code), "\(file.path()) quotes \(name)")
            }
        }
    }

    @Test("Every Swift code block of the README and of the articles is quoted from a file")
    func readme() throws {
        let articles = try Repository.files(withExtension: "md").filter { $0.path().contains(".docc/") }
        #expect(articles.count >= 12)
        for file in articles + [packageFolder.appending(path: "README.md")] {
            let blocks = MarkdownDocument(try Repository.text(of: file)).codeBlocks
            let unquoted = blocks.filter { $0.language == "swift" && $0.quotedFile == nil }
            #expect(unquoted.isEmpty, "\(file.path())")
        }
    }

    @Test(
        "The check of links reports a link to a file or a heading that does not exist",
        arguments: [
            ("[a](DocumentationTests.swift)", []), ("[a](https://example.com/none)", []),
            ("[a](#the-end)\n## The `end`!", []), ("[a](none.md)", ["none.md"]), ("[a](#none)", ["#none"]),
            ("[a](b.md#c) and [d](e.md)", ["b.md#c", "e.md"]), ("[a]: none.md", ["none.md"]),
            ("`[a](none.md)`\n```\n[a](none.md)\n```", []), ("## End\n## End\n[a](#end-1)", []),
            ("[a](MarkdownDocument.swift#none)", ["MarkdownDocument.swift#none"]),
        ] as [(String, [String])]
    )
    func brokenLinks(text: String, broken: [String]) {
        #expect(MarkdownDocument(text).brokenLinks(at: URL(filePath: #filePath)) == broken)
    }

    @Test(
        "The anchor of a heading is the one that GitHub makes",
        arguments: [
            ("Apple's types and ours", "apples-types-and-ours"),
            ("`CollaborationModels`", "collaborationmodels"),
            ("One - two", "one---two"), ("Below 2²⁵⁶", "below-2"), ("[Link](a.md) text", "link-text"),
            ("snake_case", "snake_case"), ("Größe 7", "größe-7"),
        ]
    )
    func anchor(heading: String, anchor: String) {
        #expect(MarkdownDocument.anchor(of: heading) == anchor)
    }
}

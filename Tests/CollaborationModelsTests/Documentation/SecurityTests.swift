import Foundation
import Testing

@Suite("Security documentation")
struct SecurityTests {
    /// The display names of all tests.
    private static let testNames = Result {
        try Repository.files(withExtension: "swift").flatMap { file in
            try Repository.text(of: file).matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
        }
    }

    @Test(
        "Every test that SECURITY.md and ThreatModel.md quote exists",
        arguments: ["SECURITY.md", "ThreatModel.md"]
    )
    func quotedTests(document: String) throws {
        let names = Set(try Self.testNames.get())
        let rows = MarkdownDocument(try Repository.text(of: Repository.file(named: document))).tableRows
            .filter { $0.header.last?.contains("test") == true }
        #expect(rows.count >= 15)
        for row in rows {
            let quoted = try #require(row.cells.last).matches(of: /"([^"]+)"/).map { String($0.1) }
            #expect(!quoted.isEmpty, "no test for: \(row.cells[0])")
            for name in quoted {
                #expect(names.contains(name), "\(name)")
            }
        }
    }

    @Test("The name of every test is unique, begins with a capital letter or a digit and has no full stop")
    func names() throws {
        let names = try Self.testNames.get()
        #expect(names.count > 500)
        for (name, tests) in Dictionary(grouping: names, by: \.self) {
            #expect(tests.count == 1, "\(name)")
            #expect(name.first?.isUppercase == true || name.first?.isNumber == true, "\(name)")
            #expect(name.last != ".", "\(name)")
        }
    }
}

import Foundation
import Testing

@testable import PostgreSQLParticipantStore

@Suite("Statements of the PostgreSQL store")
struct StoreGuideTests {
    private let guide: String

    init() throws {
        var repository = URL(filePath: #filePath)
        for _ in 0..<5 { repository.deleteLastPathComponent() }
        guide = try String(
            contentsOf: repository.appending(path: "Documentation/StoreGuide.md"),
            encoding: .utf8
        )
    }

    @Test(
        "The statements of the PostgreSQL store are those of the store guide",
        arguments: [ParticipantStatements.schema] + ParticipantStatements.quoted.map(\.text)
    )
    func statements(statement: String) {
        #expect(guide.contains("```sql\n\(statement)\n```"))
    }

    @Test("Each name in a statement becomes one numbered parameter")
    func parameters() {
        let statement: PostgreSQLStatement =
            "UPDATE a SET b = :b WHERE root_hash = :root_hash AND (c = :c OR d = :b)"
        #expect(statement.sql == "UPDATE a SET b = $1 WHERE root_hash = $2 AND (c = $3 OR d = $1)")
        #expect(statement.names == ["b", "root_hash", "c"])
        #expect(PostgreSQLStatement(stringLiteral: ":a").sql == "$1")
        #expect(PostgreSQLStatement(stringLiteral: "SELECT 1").names == [])
    }

    @Test("Values reach the numbered parameters by their names")
    func values() {
        let query = PostgreSQLQuery("SELECT :b, :a, :b", ["a": .integer(1), "b": .integer(2)])
        #expect(query.parameters == [.integer(2), .integer(1)])
    }
}

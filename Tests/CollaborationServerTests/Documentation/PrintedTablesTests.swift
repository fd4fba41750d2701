import CollaborationCore
import CollaborationCrypto
import Foundation
import Testing

@testable import CollaborationServer

/// A table of a page begins after a mark, `<!-- printed: limits -->`, and ends with its last row.
///
/// `PRINT_TABLES=1 swift test --filter PrintedTablesTests` writes the tables anew.
@Suite("Tables that are printed into the documentation")
struct PrintedTablesTests {
    @Test("The printed tables of the pages are those that the sources and the tests give")
    func tables() throws {
        let tables: [String: String] = try [
            "limits": limits, "text-limits": textLimits, "sizes": sizes,
            "collaboration-states": table(of: CollaborationStateTests.table),
            "account-states": table(of: AccountTableTests.table),
            "identity-states": table(of: IdentityTableTests.table, IdentityTableTests.secondTable),
        ]
        var names: Set<String> = []
        for page in pages(in: "Documentation", "Sources") {
            let text = try String(contentsOf: page, encoding: .utf8)
            var printed = text
            for match in text.matches(of: /<!-- printed: ([a-z-]+) -->\n((?:\|.*\n)*)/) {
                let table = try #require(tables[String(match.1)], "\(page.lastPathComponent) names no table")
                printed.replace(match.0, with: match.0.dropLast(match.2.count) + table)
                names.insert(String(match.1))
            }
            if ProcessInfo.processInfo.environment["PRINT_TABLES"] == "1" {
                try printed.write(to: page, atomically: true, encoding: .utf8)
            } else {
                let isPrinted = text == printed
                #expect(isPrinted, "\(page.lastPathComponent) has another table")
            }
        }
        #expect(names == Set(tables.keys))
    }

    @Test("The JSON Schema of the messages has the limits of the sources")
    func schema() throws {
        let file = root.appending(path: "Tests/Vectors/wire-format.schema.json")
        let definitions = try JSONValue(Data(contentsOf: file)).member("$defs")
        let update = try definitions.member("ParticipantsUpdate").member("properties")
        for name in ["addedIdentities", "removedIdentities"] {
            let limit = try update.member(name).member("maxItems").integer(Int.self)
            #expect(limit == ParticipantsUpdate.maximumIdentityCount)
        }
        let length = try definitions.member("identifier").member("maxLength").integer(Int.self)
        #expect(length == JSONLimits.identifierByteCount)
    }
}

private let textLimits = table(
    ["what", "limit"],
    [
        ["the text, whitespace included", size(JSONLimits.byteCount)],
        ["arrays and objects within each other, the outermost one included", count(JSONLimits.depth)],
        ["members of one object", count(JSONLimits.memberCount)],
        ["a name, in UTF-8 after escapes are resolved", "\(count(JSONLimits.nameByteCount)) bytes"],
        ["a number as it is written, with its sign", "\(count(JSONLimits.numberByteCount)) characters"],
    ]
)

private let limits = table(
    ["what", "limit", "beyond it"],
    [
        [
            "a message that a server receives, and a captured proof", size(JSONLimits.messageByteCount),
            "413, or `malformed`",
        ],
        ["a `VerificationRequest`, and a list", size(JSONLimits.byteCount), "`malformed`"],
        ["arrays and objects within each other", count(JSONLimits.depth), "`malformed`"],
        ["members of one object", count(JSONLimits.memberCount), "`malformed`"],
        ["a member's name", "\(count(JSONLimits.nameByteCount)) bytes", "`malformed`"],
        ["a number as it is written", "\(count(JSONLimits.numberByteCount)) characters", "`malformed`"],
        ["an identifier", "\(count(JSONLimits.identifierByteCount)) bytes of UTF-8", "`malformed`"],
        ["identities in one update, added and removed", count(ParticipantsUpdate.maximumIdentityCount), "`malformed`"],
        ["selected options", count(StartRequest.maximumOptionCount), "`malformed`"],
        ["inclusion hashes of a proof", count(MerkleInclusionProof.maximumDepth), "`inclusionPathTooLong`"],
        ["groups of declared options", count(CollaborationShareOptions.maximumGroupCount), "`tooManyGroups`"],
        ["declared options", count(CollaborationShareOptions.maximumOptionCount), "`tooManyOptions`"],
        [
            "requirements of one option", count(CollaborationShareOptions.maximumRequirementCount),
            "`tooManyRequirements`",
        ],
        [
            "identities in the life of a collaboration, known and removed",
            count(CollaborationRecord.maximumIdentityCount), "`limit`",
        ],
        [
            "the record of a collaboration, names included", size(CollaborationRecord.maximumByteCount),
            "not reached: its parts have limits",
        ],
        [
            "names of accounts and options in it, each with 8 bytes more",
            "\(size(CollaborationRecord.maximumNameByteCount)), \(size(CollaborationRecord.removalByteCount)) of them for removed accounts",
            "`limit`",
        ],
        ["used challenges of a collaboration", count(UsedChallenges.maximumCount), "`full`"],
        [
            "used challenges of one account, of the last to expire", count(UsedChallenges.maximumCountOfAccount),
            "a challenge that expires before them is refused, used or not",
        ],
        ["the lifetime of a challenge", range(Collaborations.Configuration.lifetimes), "`ConfigurationError`"],
        ["the clock tolerance", range(Collaborations.Configuration.clockTolerances), "`ConfigurationError`"],
        ["the challenge key", "at least \(ChallengeKey.minimumByteCount) bytes", "`ConfigurationError`"],
    ]
)

/// The stored form of collaborations in which everybody has proven one identity, with accounts of 20 bytes.
private var sizes: String {
    get throws {
        table(
            ["people", "bytes of the record", "without used challenges"],
            try [1, 10, 100].map { people in
                var record = CollaborationRecord()
                let accounts = (0..<people).map { AccountIdentifier("account-of-20-b-\(1_000 + $0)") }
                try record.start(by: accounts[0], selecting: ["read", "mentions"])
                let identities = accounts.indices.map { Person.Identity.sample($0) }
                try record.update(adding: identities, removing: [])
                for (number, account) in accounts.enumerated() { try record.admit(number, as: account) }
                let size = record.storedForm.count
                record.usedChallenges = UsedChallenges()
                return [count(people), count(size), count(record.storedForm.count)]
            }
        )
    }
}

private let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

private func pages(in folders: String...) -> [URL] {
    folders.flatMap { folder in
        let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: [])
        return files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "md" } ?? []
    }
}

/// The table by which acts are tested, with the reasons of refusals in code type.
private func table(of first: ContractTable, _ others: ContractTable...) -> String {
    let rows = first.rows.indices.map { row in first.rows[row] + others.flatMap { $0.rows[row].dropFirst() } }
    let printed = rows.map { row in
        row.map {
            $0.replacing("other /", with: "identityOfAnotherAccount /")
                .replacing(/[a-z]+[A-Z]\w+/) { "`\($0.output)`" }
        }
    }
    return table(printed[0], Array(printed.dropFirst()))
}

private func table(_ header: [String], _ rows: [[String]]) -> String {
    ([header, header.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
}

/// A number with commas between thousands, in every locale.
private func count(_ number: Int) -> String {
    number < 1_000 ? "\(number)" : count(number / 1_000) + ",\("\(1_000 + number % 1_000)".dropFirst())"
}

private func size(_ byteCount: Int) -> String {
    byteCount % (1 << 20) == 0 ? "\(byteCount >> 20) MiB" : "\(byteCount >> 10) KiB"
}

private func range(_ durations: ClosedRange<Duration>) -> String {
    let seconds = [durations.lowerBound, durations.upperBound].map { count(Int($0.components.seconds)) }
    return "\(seconds[0]) to \(seconds[1]) s"
}

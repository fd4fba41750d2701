import CollaborationCore
import CollaborationServer

extension StoreRun {
    func checkLists() async throws {
        try await rule("The index is listed in the order of the bytes, in pages without gaps") {
            // Other orders normalize, put "é" beside "e", ignore "-", read digits as a number, or compare UTF-16.
            let names = ["z", "\u{e9}", "10", "9", "B", "a", "e", "-", "\u{ff5a}", "\u{1f600}", "a\0", "_", "e\u{301}"]
            let long = String(repeating: "b", count: 1023 - name.utf8.count)
            for name in names + [long] { try await write(.random(), in: document(name), adding: [alice]) }
            // None of these is in the index of the account.
            let others = ["", "A", "aa", "c", "\u{10ffff}"]
            for name in others { try await write(.random(), in: document(name), adding: [bob]) }
            for node in nodes.indices {
                for limit in [1, 5, 13, 14, 15, 65_537, .max] {
                    try await expectIndex(of: [alice], limit: limit, on: node)
                }
                for last in others.map(document) + ["\0", document(long.dropLast() + "c"), "\u{10ffff}"] {
                    try await expectIndex(of: [alice, account("nobody")], after: last, limit: 3, on: node)
                }
            }
        }
        try await rule("An account has more collaborations than a page of the database") {
            // They are stored in no order, and their names have more than 64 KiB.
            let end = String(repeating: "x", count: 40)
            let documents = (1000..<2100).map { CollaborationIdentifier("\($0) \(name) \(end)") }.shuffled()
            try await concurrently(documents.count, tasks: 8) { number in
                let (document, record) = (documents[number], number.isMultiple(of: 2) ? StoredRecord.random() : nil)
                try await replace(document, nil, with: record, .init(added: [alice]), on: number, expecting: true)
                expect(record, .init(added: [alice]), in: document)
            }
            for node in nodes.indices {
                for limit in [1000, 65_537, .max] { try await expectIndex(of: [alice], limit: limit, on: node) }
            }
            try await expectIndex(of: [alice], limit: 100, on: 0)
        }
        try await rule("A list has all names that stay while others come and go") {
            let documents = (10..<34).map { document("\($0)") }
            for document in documents.shuffled() { try await write(.random(), in: document, adding: [alice]) }
            // Every second one comes and goes.
            let stay = Set(documents.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
            for round in 0..<4 {
                try await whileReading(by: 3) {
                    for (number, document) in documents.filter({ !stay.contains($0) }).enumerated() {
                        let record = round.isMultiple(of: 2) ? nil : StoredRecord.random()
                        try await write(record, in: document, adding: record == nil ? [] : [alice], on: number)
                    }
                } _: { reader in
                    var page: [CollaborationIdentifier] = []
                    repeat {
                        let rest = documents.drop { [last = page.last] name in last.map { name <= $0 } ?? false }
                        page = try await list(alice, after: page.last, limit: 5, on: reader) { page in
                            // Up to its end, a page has all that stay, and nothing that was never there.
                            let names = rest.prefix { page.count < 5 || $0 <= page[4] }
                            let isRight = page == names.filter(Set(page).union(stay).contains) && page.count <= 5
                            return isRight ? nil : "expected at least \(describe(names.filter(stay.contains)))"
                        }
                    } while page.count == 5
                }
            }
        }
    }
}

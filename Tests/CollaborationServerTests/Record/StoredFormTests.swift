import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationServer

@Suite("The stored form of a record")
struct StoredFormTests {
    /// A later version of the package must still read these bytes.
    @Test("The committed bytes of version 3 are read as their record, which is written as the same bytes")
    func sample() throws {
        let record = try CollaborationRecord(storedForm: storedSample, of: "doc-42")
        let share = try #require(record.share)
        #expect(share.owner == "alice" && share.selection == ["mentions", "write"])
        #expect(share.guests == ["bob"] && share.selections == ["bob": ["read"], "carol": []])
        #expect(record.removedAccounts == ["dave": .account, "eve": .server])
        #expect(record.entries.map { $0.identity.rootHash[0] } == [1, 2, 3, 4])
        let statuses: [CollaborationRecord.Status] = [
            .known(), .known(holders: ["alice", "bob"], isHeld: true), .known(holders: ["carol"], isHeld: false),
            .removed,
        ]
        #expect(record.entries.map(\.status) == statuses)
        #expect(record.usedChallenges.uses.map(\.expiration) == [256])
        #expect(record.usedChallenges.uses.map(\.accountTag) == [5])
        #expect(record.storedForm == storedSample)
    }

    @Test("A name that is used up leaves 12 bytes, and nothing may follow them")
    func usedUp() throws {
        var record = try CollaborationRecord(storedForm: storedSample, of: "doc-42")
        record.forget()
        #expect(record.storedForm == [3, 1] + zeros(10))
        #expect(try CollaborationRecord(storedForm: record.storedForm, of: "doc-42") == record)
        let form = storedForm(accounts: [("a", 4)])
        #expect(throws: Never.self) { try CollaborationRecord(storedForm: form, of: "doc-42") }
        expectDamage([3, 1] + form.dropFirst(2), "its name is used up, and it has more")
    }

    @Test("A record of an earlier version is an error that names the version")
    func earlierVersion() { expectDamage([2] + zeros(10), "its version is 2") }

    @Test("Each prefix of a stored form, and each with a further byte, is refused")
    func lengths() {
        for count in 0..<storedSample.count { expectDamage(Array(storedSample.prefix(count))) }
        expectDamage(storedSample + [0], "it has more bytes than its parts")
    }

    /// What a stored form says, where each case breaks one rule.
    private static let broken: [(form: [UInt8], problem: String)] = [
        ([3, 2] + zeros(10), "its second byte is 2"),
        (storedForm(owner: 2, accounts: [("a", 0)]), "its owner is missing"),
        (storedForm(owner: 1, accounts: [("a", 1)]), "its owner has flags"),
        (storedForm(accounts: [("a", 1)]), "it has guests or options, and no owner"),
        (storedForm(options: ["a"]), "it has guests or options, and no owner"),
        (storedForm(accounts: [("b", 4), ("a", 4)]), "its accounts are not in order"),
        (storedForm(accounts: [("a", 4), ("a", 4)]), "its accounts are not in order"),
        (storedForm(accounts: [("a", 6)]), "the flags of an account are wrong"),
        (owned(others: [("b", 3)]), "the flags of an account are wrong"),
        (storedForm(accounts: [("a", 16)]), "the flags of an account are wrong"),
        (storedForm(accounts: [("a", 0)]), "it has an account for nothing"),
        (storedForm(accounts: [("", 4)]), "an empty identifier"),
        (storedForm(accounts: [("a\u{FFFF}", 4)]), "a lone surrogate or a noncharacter"),
        (owned(options: ["b", "a"]), "its options are not in order"),
        (owned(options: ["a", "a"]), "its options are not in order"),
        (owned(identities: [2, 1], status: [0]), "its identities are not in order"),
        (owned(identities: [1, 1], status: [0]), "its identities are not in order"),
        (storedForm(identities: [1], status: [0]), "the status of an identity is wrong"),
        (owned(identities: [1], status: [16]), "the status of an identity is wrong"),
        (owned(identities: [1], status: [9]), "the status of an identity is wrong"),
        (owned(identities: [1], status: [1, 0, 0]), "the account of an identity is missing"),
        (owned(identities: [1], status: [1, 0, 2]), "the account of an identity is missing"),
        (owned(identities: [1], status: [2, 0, 1, 0, 1]), "the accounts of an identity are wrong"),
        (owned(others: [("b", 2)], identities: [1], status: [1, 0, 2]), "the accounts of an identity are wrong"),
    ]

    @Test("A stored form that breaks a rule is refused with the name of the rule", arguments: broken)
    func rules(form: [UInt8], problem: String) { expectDamage(form, problem) }

    @Test("Up to eight used challenges of one account are read, in their order and each once")
    func usesOfAccount() throws {
        func form(_ uses: [(expiration: UInt8, identifier: UInt8)]) -> [UInt8] {
            var bytes = [3, 0] + zeros(9) + [UInt8(uses.count)]
            for use in uses {
                bytes += zeros(7) + [use.expiration] + [UInt8](repeating: use.identifier, count: 16) + [0, 0, 0, 1]
            }
            return bytes
        }
        let uses = (1...9).map { (expiration: UInt8($0), identifier: UInt8($0)) }
        let record = try CollaborationRecord(storedForm: form(uses.dropLast()), of: "doc-42")
        #expect(record.usedChallenges.uses.count == 8)
        for wrong in [uses, [(2, 1), (1, 2)], [(1, 1), (1, 1)], [(1, 1), (2, 1)]] {
            expectDamage(form(wrong), "its used challenges are not in order, or too many")
        }
    }

    @Test("Random bytes and single changed bits are refused or read as a record with exactly these bytes")
    func randomBytes() {
        var generator = SeededGenerator("stored form")
        var readCount = 0
        for _ in 0..<2000 {
            var bytes = storedSample
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[.random(in: 0..<bytes.count, using: &generator)] ^=
                    UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            }
            guard let record = try? CollaborationRecord(storedForm: bytes, of: "doc-42") else { continue }
            readCount += 1
            #expect(record.storedForm == bytes)
        }
        #expect(readCount > 0)
    }

    @Test("Two accounts whose names normalize alike are two accounts in the stored form, and so are options")
    func normalForms() throws {
        let names = ["jos\u{e9}", "jose\u{301}", "a\0b", "Jos\u{e9}"]
        var record = CollaborationRecord()
        try record.start(by: "alice", selecting: Set(names.map { OptionIdentifier($0) }))
        for name in names { try record.admitGuest(AccountIdentifier(name)) }
        let read = try CollaborationRecord(storedForm: record.storedForm, of: "doc-42")
        #expect(read == record && read.accounts.count == 5 && read.share?.selection.count == 4)
    }

    private func expectDamage(
        _ bytes: [UInt8],
        _ problem: String? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: CollaborationError.self, sourceLocation: location) {
            try CollaborationRecord(storedForm: bytes, of: "doc-42")
        }
        #expect(error?.status == 500, sourceLocation: location)
        if let problem {
            #expect(error == .damagedRecord("doc-42", problem: problem), sourceLocation: location)
        }
    }
}

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

private func text(_ text: String) -> [UInt8] { [0, UInt8(text.utf8.count)] + Array(text.utf8) }

/// A stored form whose owner is "a".
private func owned(
    others: [(name: String, flags: UInt8)] = [],
    options: [String] = [],
    identities: [UInt8] = [],
    status: [UInt8] = []
) -> [UInt8] {
    storedForm(owner: 1, accounts: [("a", 0)] + others, options: options, identities: identities, status: status)
}

/// A stored form with the number of the owner, accounts with their flags, options, and identities of one status.
private func storedForm(
    owner: UInt8 = 0,
    accounts: [(name: String, flags: UInt8)] = [],
    options: [String] = [],
    identities: [UInt8] = [],
    status: [UInt8] = []
) -> [UInt8] {
    var bytes: [UInt8] = [3, 0]
    for count in [UInt8(accounts.count), owner, UInt8(options.count), UInt8(identities.count), 0] {
        bytes += [0, count]
    }
    for account in accounts { bytes += text(account.name) + [account.flags] }
    for option in options { bytes += text(option) }
    for identity in identities { bytes += [UInt8](repeating: identity, count: 32) + status }
    return bytes
}

/// Alice's collaboration with five accounts, two options, four identities of all kinds, and one used challenge.
private let storedSample: [UInt8] = {
    var bytes: [UInt8] = [3, 0, 0, 5, 0, 1, 0, 2, 0, 4, 0, 1]
    bytes += text("alice") + [0]
    bytes += text("bob") + [9, 0, 1] + text("read")
    bytes += text("carol") + [8, 0, 0]
    bytes += text("dave") + [2]
    bytes += text("eve") + [4]
    bytes += text("mentions") + text("write")
    let statuses: [[UInt8]] = [[0], [16 + 2, 0, 1, 0, 2], [1, 0, 3], [255]]
    for (number, status) in statuses.enumerated() { bytes += [UInt8](repeating: UInt8(number + 1), count: 32) + status }
    bytes += [0, 0, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 7, count: 16) + [0, 0, 0, 5]
    return bytes
}()

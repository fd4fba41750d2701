import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationServer

@Suite("The stored form of a record")
struct StoredFormTests {
    @Test("The bytes of version 2 are read, now and in every later version of the package")
    func sample() throws {
        let record = try CollaborationRecord(storedForm: storedSample, of: "doc-42")
        #expect(record.owner == "alice" && record.selectedOptions == ["write", "mentions"])
        #expect(record.participants.map(\.account) == [nil, "bob"])
        #expect(record.participants.map { $0.identity.rootHash[0] } == [1, 2])
        #expect(record.accounts == ["alice", "bob"])
        #expect(record.entries[2].status == .removed)
        #expect(record.usedChallenges.uses.map(\.expiration) == [256])
        #expect(record.usedChallenges.uses.map(\.accountTag) == [5])
        #expect(record.storedForm == storedSample)
    }

    @Test("Each prefix of a stored form, and each with a further byte, is refused")
    func lengths() {
        for count in 0..<storedSample.count { expectDamage(Array(storedSample.prefix(count))) }
        expectDamage(storedSample + [0])
    }

    @Test(
        "A stored form that breaks a rule is refused with the name of the rule",
        arguments: [
            (0, 1, "its version is 1"), (4, 3, "its owner is missing"), (4, 0, "its options are wrong"),
            (6, 200, "it has too many identities or options"),
            (7, 0x80, "it has too many identities or options"),
            (13, UInt8(ascii: "z"), "its accounts are not in order"),
            (20, 0xFF, "an identifier is empty, too long or not UTF-8"),
            (40, 3, "its identities are not in order"),
            (107, 3, "the account of an identity is missing"), (107, 1, "an account has no identity"),
        ] as [(Int, UInt8, String)]
    ) func rules(_ index: Int, _ byte: UInt8, _ problem: String) {
        var bytes = storedSample
        bytes[index] = byte
        #expect(throws: CollaborationError.damagedRecord("doc-42", problem: problem)) {
            try CollaborationRecord(storedForm: bytes, of: "doc-42")
        }
    }

    @Test("A used challenge, an identity, an account or an option that is stored twice is refused")
    func duplicates() {
        let (hash, use) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 5, count: 28))
        let (a, b): ([UInt8], [UInt8]) = ([0, 1, UInt8(ascii: "a")], [0, 1, UInt8(ascii: "b")])
        expectDamage([2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0] + (hash + [0, 0]) * 2)
        expectDamage([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] + use * 2)
        expectDamage([2, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0] + a * 2)
        expectDamage([2, 0, 2, 0, 1, 0, 0, 0, 1, 0, 0] + a * 2 + hash + [0, 2])
        expectDamage([2, 0, 1, 0, 1, 0, 2, 0, 0, 0, 0] + a + b * 2)
        let laterUse = [UInt8](repeating: 6, count: 8) + use.dropFirst(8)
        expectDamage([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] + use + laterUse)
    }

    @Test("Eight used challenges of one account are read, and more are refused")
    func usesOfAccount() throws {
        func form(_ count: UInt8) -> [UInt8] {
            [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, count]
                + (0..<count).flatMap { number in
                    [0, 0, 0, 0, 0, 0, 1, number] + [UInt8](repeating: number, count: 16) + [0, 0, 0, 1]
                }
        }
        let record = try CollaborationRecord(storedForm: form(8), of: "doc-42")
        #expect(record.usedChallenges.uses.count == 8)
        expectDamage(form(9))
    }

    @Test("Random bytes and single changed bits are refused or read as a record with exactly these bytes")
    func randomBytes() {
        var generator = SeededGenerator("stored form")
        for _ in 0..<2000 {
            var bytes = storedSample
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[.random(in: 0..<bytes.count, using: &generator)] ^=
                    UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            }
            if let record = try? CollaborationRecord(storedForm: bytes, of: "doc-42") {
                #expect(record.storedForm == bytes)
            }
        }
    }

    @Test("Two accounts whose names normalize alike are two accounts in the stored form")
    func normalForms() throws {
        let accounts = ["jos\u{e9}", "jose\u{301}", "a\0b", "Jos\u{e9}"] as [AccountIdentifier]
        var record = CollaborationRecord()
        for (number, account) in accounts.enumerated() {
            record.entries.append(.init(identity: .sample(number), status: .paired(account)))
        }
        let read = try CollaborationRecord(storedForm: record.storedForm, of: "doc-42")
        #expect(read == record && read.accounts == Set(accounts))
    }

    private func expectDamage(_ bytes: [UInt8], at location: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: CollaborationError.self, sourceLocation: location) {
            try CollaborationRecord(storedForm: bytes, of: "doc-42")
        }
        #expect(error?.status == 500, sourceLocation: location)
    }
}

/// Alice's collaboration with two options, an unproven, a paired and a removed identity, and one used challenge.
private let storedSample: [UInt8] =
    [2] + [0, 2] + [0, 1] + [0, 2] + [0, 3] + [0, 1] + [0, 5] + Array("alice".utf8) + [0, 3] + Array("bob".utf8) + [
        0, 5,
    ] + Array("write".utf8) + [0, 8] + Array("mentions".utf8) + [UInt8](repeating: 1, count: 32) + [0, 0]
    + [UInt8](repeating: 2, count: 32) + [0, 2] + [UInt8](repeating: 3, count: 32) + [0xFF, 0xFF] + [
        0, 0, 0, 0, 0, 0, 1, 0,
    ] + [UInt8](repeating: 7, count: 16) + [0, 0, 0, 5]

private func * (bytes: [UInt8], count: Int) -> [UInt8] { (0..<count).flatMap { _ in bytes } }

import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationServer

@Suite("The stored form of a record")
struct StoredFormTests {
    @Test("The bytes of version 1 are read, now and in every later version of the package")
    func sample() throws {
        let record = try CollaborationRecord(storedForm: storedSample)
        #expect(record.participants.map(\.account) == [nil, "bob"])
        #expect(record.participants.map { $0.identity.rootHash[0] } == [1, 2])
        #expect(record.accounts == ["bob"])
        #expect(record.entries[2].standing == .removed)
        #expect(record.usedChallenges.evictedThrough == 9)
        #expect(record.usedChallenges.uses.map(\.expiration) == [256])
        #expect(record.storedForm == storedSample)
    }

    @Test(
        "An empty record has 15 bytes, and a record adds 34 for an identity, 24 for a use, 4 and the name for an account"
    )
    func size() throws {
        #expect(CollaborationRecord().storedForm.count == 15)
        #expect(storedSample.count == 15 + 3 * 34 + 24 + 4 + 3)
    }

    @Test("Each prefix of a stored form, and each with a further byte, is refused")
    func lengths() {
        for count in 0..<storedSample.count {
            #expect(throws: MalformedRecordError.self, "\(count) bytes") {
                try CollaborationRecord(storedForm: Array(storedSample.prefix(count)))
            }
        }
        #expect(throws: MalformedRecordError("There are fewer or more bytes than the parts need.")) {
            try CollaborationRecord(storedForm: storedSample + [0])
        }
    }

    @Test(
        "A stored form that breaks a rule is refused with the name of the rule",
        arguments: [
            (0, 2, "The version is 2."),
            (9, 0x80, "There are too many identities."),
            (15, 3, "The identities are not in order."),
            (48, 2, "The account of an identity is missing."),
            (82, 0, "An account has no identity."),
            (storedSample.count - 1, 0xFF, "The name of an account is not UTF-8."),
        ]
    )
    func rules(_ index: Int, _ byte: UInt8, _ problem: String) {
        var bytes = storedSample
        bytes[index] = byte
        #expect(throws: MalformedRecordError(problem)) { try CollaborationRecord(storedForm: bytes) }
    }

    @Test("An identity, a used challenge or an account that is stored twice is refused")
    func duplicates() {
        let (header, entry) = ([UInt8](storedSample.prefix(9)), [UInt8](repeating: 1, count: 32))
        let use = [UInt8](repeating: 5, count: 24)
        let account = [0, 0, 0, 1, UInt8(ascii: "b")]
        let pairings = entry + [0, 1] + [UInt8](repeating: 2, count: 32) + [0, 2]
        for (bytes, problem) in [
            (header + [0, 2, 0, 0, 0, 0] + (entry + [0, 0]) * 2, "The identities are not in order."),
            (
                header + [0, 0, 0, 2, 0, 0] + use * 2,
                "The used challenges are not in order, or too many."
            ),
            (header + [0, 2, 0, 0, 0, 2] + pairings + account * 2, "The accounts are not in order."),
        ] {
            #expect(throws: MalformedRecordError(problem)) { try CollaborationRecord(storedForm: bytes) }
        }
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
            if let record = try? CollaborationRecord(storedForm: bytes) {
                #expect(record.storedForm == bytes)
            }
        }
    }

    @Test("The identities of an account are found in the bytes without decoding the rest")
    func identitiesOfAccount() throws {
        let identity = try Person.Identity(rootHash: Data(repeating: 2, count: 32))
        #expect(try CollaborationRecord.identities(of: "bob", in: storedSample) == [identity])
        for name in ["", "bo", "bobb", "carol"] as [AccountIdentifier] {
            #expect(try CollaborationRecord.identities(of: name, in: storedSample) == [])
        }
        for count in 0..<storedSample.count {
            #expect(throws: MalformedRecordError.self) {
                try CollaborationRecord.identities(of: "bob", in: Array(storedSample.prefix(count)))
            }
        }
    }

    @Test("Two accounts whose names normalize alike are two accounts in the stored form")
    func names() throws {
        let names = ["jos\u{e9}", "jose\u{301}", "", "a\0b", "Jos\u{e9}"] as [AccountIdentifier]
        var record = CollaborationRecord()
        for (number, name) in names.enumerated() {
            let identity = try Person.Identity(rootHash: Data(repeating: UInt8(number), count: 32))
            record.entries.append(.init(identity: identity, standing: .paired(name)))
        }
        let read = try CollaborationRecord(storedForm: record.storedForm)
        #expect(read == record)
        #expect(read.accounts == Set(names))
    }
}

/// An unproven, a paired and a removed identity, and one used challenge.
private let storedSample: [UInt8] =
    [1] + [0, 0, 0, 0, 0, 0, 0, 9] + [0, 3, 0, 1, 0, 1]
    + [UInt8](repeating: 1, count: 32) + [0, 0]
    + [UInt8](repeating: 2, count: 32) + [0, 1]
    + [UInt8](repeating: 3, count: 32) + [0xFF, 0xFF]
    + [0, 0, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 7, count: 16)
    + [0, 0, 0, 3] + Array("bob".utf8)

private func * (bytes: [UInt8], count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in bytes }
}

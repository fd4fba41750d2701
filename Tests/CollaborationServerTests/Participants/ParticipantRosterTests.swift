import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Participant rosters")
struct ParticipantRosterTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture("document")
    }

    func identities(_ range: Range<Int>) throws -> [Person.Identity] {
        try range.map { number in
            try Person.Identity(
                rootHash: Data([number >> 16, number >> 8, number].map { UInt8($0 & 0xFF) }) + Data(count: 29)
            )
        }
    }

    @Test("A roster that was stored and read has the same identities and pairings")
    func roundTrip() throws {
        var roster = ParticipantRoster()
        _ = try roster.update(adding: fixture.identities, removing: [])
        for (identity, account) in [(0, 0), (1, 1), (2, 0)] {
            let outcome = roster.pair(
                fixture.identities[identity],
                with: fixture.accounts[account],
                policy: .refuse
            )
            #expect(outcome == .paired(revoked: nil))
        }
        let read = try decode(encode(roster))
        #expect(read.identityCount == 4)
        #expect(read.pairedAccounts == Set(fixture.accounts.prefix(2)))
        #expect(read.identities(of: fixture.accounts[0]) == [fixture.identities[0], fixture.identities[2]])
        #expect(try encode(read) == encode(roster))
    }

    @Test("A roster is stored as a JSON array ordered by root hash")
    func json() throws {
        let identities = try [0x22, 0x11].map {
            try Person.Identity(rootHash: Data(repeating: $0, count: 32))
        }
        var roster = ParticipantRoster()
        _ = try roster.update(adding: identities, removing: [])
        _ = roster.pair(identities[0], with: "bob", policy: .refuse)
        let json =
            #"[{"rootHash":"ERERERERERERERERERERERERERERERERERERERERERE="},"#
            + #"{"account":"bob","rootHash":"IiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiI="}]"#
        #expect(try encode(roster) == json)
        #expect(try encode(decode(json)) == json)
    }

    @Test(
        "A stored roster with a malformed root hash or with one identity twice is refused",
        arguments: [
            #"[{"rootHash":"AAAA"}]"#,
            #"[{"rootHash":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="},"#
                + #"{"rootHash":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=","account":"bob"}]"#,
        ]
    )
    func refused(_ json: String) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }

    @Test("A collaboration has at most 100,000 identities, counted after the update")
    func limit() throws {
        let most = ParticipantRoster.maximumIdentityCount
        #expect(most == 100_000)
        let all = try identities(0..<most + 2)
        var roster = ParticipantRoster()
        _ = try roster.update(adding: all.prefix(most), removing: [])
        #expect(throws: ParticipantLimitError.collaborationTooLarge(maximum: 100_000)) {
            try roster.update(adding: [all[most]], removing: [all[most + 1]])
        }
        #expect(throws: ParticipantLimitError.collaborationTooLarge(maximum: 100_000)) {
            try roster.update(adding: [all[most], all[most + 1]], removing: [all[0]])
        }
        #expect(roster.identityCount == most)
        // Neither known identities nor those that the same update removes count towards the limit.
        _ = try roster.update(adding: [all[0], all[most], all[most]], removing: [all[1]])
        _ = try roster.update(adding: [all[1]], removing: [all[1]])
        _ = try roster.update(adding: [], removing: [all[2]])
        #expect(roster.identityCount == most - 1)
    }

    @Test("An account with 1,000 identities gets all of them and keeps access until the last is removed")
    func manyIdentities() throws {
        let all = try identities(0..<1000)
        var roster = ParticipantRoster()
        _ = try roster.update(adding: all, removing: [])
        for identity in all { _ = roster.pair(identity, with: "bob", policy: .refuse) }
        #expect(roster.identities(of: "bob") == Set(all))
        #expect(try roster.update(adding: [], removing: all.dropLast()).isEmpty)
        #expect(roster.identities(of: "bob") == [all[999]])
        #expect(try roster.update(adding: [], removing: all) == ["bob"])
        #expect(roster.isEmpty)
    }

    private func encode(_ roster: ParticipantRoster) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(roster), as: UTF8.self)
    }

    private func decode(_ json: String) throws -> ParticipantRoster {
        try JSONDecoder().decode(ParticipantRoster.self, from: Data(json.utf8))
    }
}

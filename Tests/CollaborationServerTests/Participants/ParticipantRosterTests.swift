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
        _ = try roster.update(adding: [], removing: [fixture.identities[3]])
        let read = try decode(encode(roster))
        #expect(read.participants.count == 3)
        #expect(read.pairedAccounts == Set(fixture.accounts.prefix(2)))
        #expect(read.identities(of: fixture.accounts[0]) == [fixture.identities[0], fixture.identities[2]])
        #expect(read == roster)
    }

    @Test("A roster is stored as a JSON array ordered by root hash")
    func json() throws {
        let identities = try [0x22, 0x11, 0x33].map {
            try Person.Identity(rootHash: Data(repeating: $0, count: 32))
        }
        var roster = ParticipantRoster()
        _ = try roster.update(adding: identities, removing: [identities[2]])
        _ = roster.pair(identities[0], with: "bob", policy: .refuse)
        let json =
            #"[{"rootHash":"ERERERERERERERERERERERERERERERERERERERERERE="},"#
            + #"{"account":"bob","rootHash":"IiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiI="},"#
            + #"{"isRemoved":true,"rootHash":"MzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM="}]"#
        #expect(try encode(roster) == json)
        #expect(try encode(decode(json)) == json)
    }

    @Test(
        "A stored roster with a malformed root hash, one identity twice or a removed one with an account is refused",
        arguments: [
            #"[{"rootHash":"AAAA"}]"#,
            #"[{"rootHash":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="},"#
                + #"{"rootHash":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=","account":"bob"}]"#,
            #"[{"isRemoved":true,"rootHash":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="},"#
                + #"{"rootHash":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="}]"#,
            #"[{"isRemoved":true,"rootHash":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=","account":"bob"}]"#,
        ]
    )
    func refused(_ json: String) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }

    @Test("A collaboration accepts 100,000 identities in its life, known and removed ones together")
    func limit() throws {
        let most = ParticipantRoster.maximumIdentityCount
        #expect(most == 100_000)
        let all = try identities(0..<most + 2)
        var roster = ParticipantRoster()
        _ = try roster.update(adding: all[2..<most], removing: all.prefix(1))
        let before = roster
        #expect(throws: ParticipantLimitError.collaborationTooLarge(maximum: 100_000)) {
            try roster.update(adding: all.suffix(2), removing: [all[2]])
        }
        #expect(roster == before)
        _ = try roster.update(adding: [all[1]], removing: [all[2]])
        #expect(roster.identityCount == most)
        for number in 0...2 {
            // Known and removed identities may be named again.
            _ = try roster.update(adding: [all[number]], removing: [])
            #expect(throws: ParticipantLimitError.collaborationTooLarge(maximum: 100_000)) {
                try roster.update(adding: [all[most]], removing: [all[number]])
            }
        }
    }

    @Test("A removal is applied at the limit too, and stays final")
    func removalAtLimit() throws {
        let most = ParticipantRoster.maximumIdentityCount
        let all = try identities(0..<most + 2)
        var roster = ParticipantRoster()
        _ = try roster.update(adding: all.prefix(most), removing: [])
        _ = roster.pair(all[0], with: "bob", policy: .refuse)
        #expect(try roster.update(adding: [], removing: all.suffix(2) + [all[0]]) == ["bob"])
        #expect(roster.identityCount == most)
        for identity in all.suffix(2) {
            #expect(throws: ParticipantLimitError.self) {
                try roster.update(adding: [identity], removing: [])
            }
        }
        // One that is added and removed by one update needs no room.
        _ = try roster.update(adding: [all[0], all[most]], removing: [all[most]])
        #expect(roster.participants.count == most - 1)
        _ = roster.removeAll()
        #expect(roster.participants.isEmpty && roster.identityCount == most)
    }

    @Test("Updates have the same effect in every order and however often they are applied")
    func commuting() throws {
        let updates: [(added: [Int], removed: [Int])] = [
            ([0, 1], []), ([2], [1]), ([1, 3], [0]), ([], [3]),
        ]
        var generator = SeededGenerator("orders")
        var results: [ParticipantRoster] = []
        for _ in 0..<50 {
            var roster = ParticipantRoster()
            for (added, removed) in (updates + updates.shuffled(using: &generator)).shuffled(
                using: &generator
            ) {
                _ = try roster.update(
                    adding: added.map { fixture.identities[$0] },
                    removing: removed.map { fixture.identities[$0] }
                )
            }
            results.append(roster)
        }
        #expect(results.allSatisfy { $0 == results[0] })
        #expect(results[0].participants.map(\.identity) == [fixture.identities[2]])
    }

    @Test("A pairing that is refused changes neither the roster nor the used challenges")
    func noTrace() throws {
        var (roster, usedChallenges) = (ParticipantRoster(), UsedChallenges())
        _ = try roster.update(adding: [fixture.identities[0]], removing: [])
        #expect(
            roster.pair(fixture.pairing(0, with: 0, challenge: 0), using: &usedChallenges)
                == .paired(revoked: nil)
        )
        let before = (roster, usedChallenges)
        for (identity, account, challenge, outcome) in [
            (0, 0, 0, PairingOutcome.challengeAlreadyUsed), (1, 1, 1, .unknownIdentity),
            (0, 1, 1, .pairedWithAnotherAccount),
        ] {
            let pairing = fixture.pairing(
                identity,
                with: account,
                challenge: challenge,
                at: 1000,
                until: 2000
            )
            #expect(roster.pair(pairing, using: &usedChallenges) == outcome)
            #expect(roster == before.0 && usedChallenges == before.1)
        }
    }

    @Test("An account that leaves keeps its identities known, and one that is removed does not")
    func accountRemoval() throws {
        for isKeeping in [true, false] {
            var roster = ParticipantRoster()
            _ = try roster.update(adding: fixture.identities, removing: [])
            for identity in 0...1 {
                _ = roster.pair(fixture.identities[identity], with: "bob", policy: .refuse)
            }
            _ = roster.pair(fixture.identities[2], with: "carol", policy: .refuse)
            let own = Set(fixture.identities.prefix(2))
            #expect(roster.remove("bob", keepingIdentities: isKeeping) == own)
            #expect(roster.remove("bob", keepingIdentities: isKeeping) == [])
            #expect(roster.pairedAccounts == ["carol"])
            #expect(!(try encode(roster)).contains("bob"))
            let expected: PairingOutcome = isKeeping ? .paired(revoked: nil) : .unknownIdentity
            #expect(roster.pair(fixture.identities[0], with: "bob", policy: .refuse) == expected)
            _ = try roster.update(adding: fixture.identities, removing: [])
            #expect(roster.participants.count == (isKeeping ? 4 : 2))
        }
    }

    @Test("Of some identities, those that nobody has proven can be removed for good")
    func unproven() throws {
        var roster = ParticipantRoster()
        _ = try roster.update(adding: fixture.identities.prefix(3), removing: [])
        _ = roster.pair(fixture.identities[0], with: "bob", policy: .refuse)
        let named = Set([0, 1, 3].map { fixture.identities[$0] })
        #expect(roster.removeUnproven(named) == [fixture.identities[1]])
        #expect(roster.removeUnproven(named) == [])
        // The one that was not known can be added later.
        _ = try roster.update(adding: fixture.identities, removing: [])
        #expect(Set(roster.participants.map(\.identity)) == Set([0, 2, 3].map { fixture.identities[$0] }))
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
        #expect(roster.participants.isEmpty && !roster.isEmpty)
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

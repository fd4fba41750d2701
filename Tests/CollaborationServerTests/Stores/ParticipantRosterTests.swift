import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("A collaboration kept as a document")
struct ParticipantRosterTests {
    let scene: StoreScene

    init() throws {
        scene = try StoreScene("document")
    }

    @Test("is the same after it was stored and read")
    func roundTrip() throws {
        var roster = ParticipantRoster()
        _ = roster.update(adding: scene.identities, removing: [])
        for (identity, account) in [(0, 0), (1, 1), (2, 0)] {
            let outcome = roster.pair(
                scene.identities[identity],
                with: scene.accounts[account],
                policy: .refuse
            )
            #expect(outcome == .paired(revoked: nil))
        }
        let read = try decode(ParticipantRoster.self, from: encode(roster))
        #expect(read.identityCount == 4)
        #expect(read.pairedAccounts == Set(scene.accounts.prefix(2)))
        #expect(read.identities(of: scene.accounts[0]) == [scene.identities[0], scene.identities[2]])
        #expect(try encode(read) == encode(roster))

        var used = UsedChallenges()
        let use = scene.pairing(0, with: 0, challenge: 0).challengeUse
        let isFirst = used.record(use)
        #expect(isFirst)
        var readAgain = try decode(UsedChallenges.self, from: encode(used))
        let isKnown = readAgain.record(use)
        let isReplay = !readAgain.record(scene.pairing(0, with: 0, challenge: 0).challengeUse)
        #expect(isKnown && isReplay)
        #expect(readAgain.count == 1)
        _ = readAgain.record(scene.pairing(0, with: 0, challenge: 1, at: 122).challengeUse)
        #expect(readAgain.count == 1)

        let uses = (0..<8).map { scene.pairing(0, with: 0, challenge: $0).challengeUse }
        var (forwards, backwards) = (UsedChallenges(), UsedChallenges())
        for use in uses { _ = forwards.record(use) }
        for use in uses.reversed() { _ = backwards.record(use) }
        #expect(try encode(forwards) == encode(backwards))
    }

    @Test(
        "is refused when it breaks a rule",
        arguments: [
            #"[{"rootHash":"AAAA"}]"#,
            #"[{"rootHash":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="},"#
                + #"{"rootHash":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=","account":"bob"}]"#,
        ]
    )
    func refused(_ json: String) {
        #expect(throws: (any Error).self) { try decode(ParticipantRoster.self, from: json) }
    }

    @Test("is refused when a used challenge has no identifier of 32 bytes")
    func refusedChallenge() {
        let json =
            #"[{"challengeIdentifier":"AAAA","attempt":7,"forgettable":1}]"#
        #expect(throws: DecodingError.self) { try decode(UsedChallenges.self, from: json) }
    }

    private func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }
}

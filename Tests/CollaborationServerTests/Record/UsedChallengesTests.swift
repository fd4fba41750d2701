import CollaborationCore
import CollaborationCrypto
import Foundation
import Testing

@testable import CollaborationServer

@Suite("Used challenges")
struct UsedChallengesTests {
    let start = Date(timeIntervalSince1970: 0)

    @Test("A challenge is remembered until a day after no server accepts it")
    func eviction() {
        var used = UsedChallenges()
        let hasRoom = used.insert(.sample(1, until: 180), at: start)
        #expect(hasRoom)
        _ = used.insert(.sample(2, by: "carol", until: 90_000), at: start + 180 + 86_400)
        #expect(used.isReplay(.sample(1, until: 180)))
        _ = used.insert(.sample(3, by: "dave", until: 90_000), at: start + 181 + 86_400)
        #expect(used.uses.map(\.identifier) == [2, 3])
    }

    @Test("A use has 16 bytes of the challenge's authentication code, and 4 of the hash of its account")
    func storedParts() throws {
        let digest = try SHA256Digest(rawRepresentation: Array(0..<32))
        let use = ChallengeUse(of: digest, by: "bob", expiration: 180)
        #expect(use.identifier == 0x0001_0203_0405_0607_0809_0A0B_0C0D_0E0F)
        #expect(use.accountTag == 0x81B6_37D8)
    }

    @Test("The proofs of one account do not grow a record beyond eight used challenges")
    func perAccount() {
        var used = UsedChallenges()
        for number in 0..<2_500 { _ = used.insert(.sample(number, until: 180 + number), at: start) }
        #expect(used.uses.map(\.identifier) == (2_492..<2_500).map { UInt128($0) })
    }

    @Test("Of an account with eight used challenges, one that may have been dropped is treated as a replay")
    func droppedUse() {
        var used = UsedChallenges()
        for number in 0..<9 { _ = used.insert(.sample(number, until: 180 + number), at: start) }
        #expect(used.isReplay(.sample(0, until: 180)))
        #expect(used.isReplay(.sample(100, until: 181)) && !used.isReplay(.sample(100, until: 182)))
        #expect(!used.isReplay(.sample(100, by: "carol", until: 100)))
    }

    @Test("As many used challenges as a record has room for are restored, and not one more")
    func restored() {
        let uses = (0...UsedChallenges.maximumCount).map { ChallengeUse.sample($0, by: "account \($0)") }
        #expect(UsedChallenges(uses: uses.dropLast()) != nil && UsedChallenges(uses: uses) == nil)
    }
}

import CollaborationCrypto
import CollaborationModels
import CollaborationServer
import Foundation
import Testing

@Suite("Expirations at the ends of time")
struct UsedChallengesEdgeTests {
    @Test("A use whose expiration is later than every second that 64 bits hold is never evicted")
    func never() {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let digest = SHA256.hash(data: "challenge".utf8)
        func use(_ digest: SHA256Digest, at seconds: Double, until end: Double) -> ChallengeUse {
            ChallengeUse(
                digest: digest,
                attempt: Int64(seconds),
                date: start + seconds,
                expiration: Date(timeIntervalSince1970: end)
            )
        }
        for end in [1e300, .infinity] {
            var used = UsedChallenges()
            _ = used.record(use(digest, at: 0, until: end))
            _ = used.record(use(SHA256.hash(data: "other".utf8), at: 1, until: end))
            let isReplay = !used.record(use(digest, at: 2, until: end))
            #expect(isReplay && used.count == 2)
        }
    }
}

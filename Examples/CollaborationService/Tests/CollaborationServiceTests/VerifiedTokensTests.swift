import Testing

@testable import CollaborationService

@Suite("Verified tokens")
struct VerifiedTokensTests {
    func claims(_ account: Int) -> TokenClaims { TokenClaims(sub: .init("\(account)"), exp: 0) }

    @Test("The claims of a token are kept under the whole token")
    func lookUp() {
        let tokens = VerifiedTokens()
        tokens.insert(claims(1), of: "token")
        #expect(tokens.claims(of: "token")?.sub == "1")
        #expect(tokens.claims(of: "tokeN") == nil)
        #expect(tokens.claims(of: "token.") == nil)
    }

    @Test("Of many verified tokens those that were looked up last are kept")
    func bound() {
        let tokens = VerifiedTokens(generationCount: 10)
        for number in 0..<1000 {
            tokens.insert(claims(number), of: "\(number)")
            #expect(tokens.claims(of: "0")?.sub == "0")
            #expect(tokens.claims(of: "\(number)")?.sub == .init("\(number)"))
        }
        let kept = (0..<1000).filter { tokens.claims(of: "\($0)") != nil }
        #expect((10...20).contains(kept.count))
        #expect(kept.first == 0)
        #expect(kept.dropFirst().allSatisfy { $0 > 970 })
    }
}

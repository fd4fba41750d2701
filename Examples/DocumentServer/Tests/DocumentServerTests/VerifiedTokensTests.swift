import Testing

@testable import DocumentServer

@Suite("Verified tokens")
struct VerifiedTokensTests {
    func claims(_ account: Int) -> TokenClaims { TokenClaims(sub: .init("\(account)"), exp: 0) }

    @Test("The claims of a token are kept under the whole token")
    func lookUp() {
        let tokens = VerifiedTokens()
        tokens["token"] = claims(1)
        #expect(tokens["token"]?.sub == "1")
        #expect(tokens["tokeN"] == nil)
        #expect(tokens["token."] == nil)
    }

    @Test("Of many verified tokens those that were looked up last are kept")
    func bound() {
        let tokens = VerifiedTokens(maximumHalfCount: 10)
        for number in 0..<1000 {
            tokens["\(number)"] = claims(number)
            #expect(tokens["0"]?.sub == "0")
            #expect(tokens["\(number)"]?.sub == .init("\(number)"))
        }
        let kept = (0..<1000).filter { tokens["\($0)"] != nil }
        #expect((10...20).contains(kept.count))
        #expect(kept.first == 0)
        #expect(kept.dropFirst().allSatisfy { $0 > 970 })
    }
}

import Testing

@Suite("ECDSA case file")
struct ECDSACaseFileTests {
    @Test("The ECDSA case file has hundreds of cases with distinct ids")
    func counts() throws {
        let cases = try ECDSACaseFile.cases()
        #expect(Set(cases.map(\.id)).count == cases.count)
        for (verdict, least) in [
            (ECDSACase.Verdict.valid, 300), (.mismatched, 300), (.malformedKey, 120),
            (.malformedSignature, 120),
        ] {
            #expect(try ECDSACaseFile.cases(verdict).count >= least, "\(verdict)")
        }
        for encoding in ECDSACase.KeyEncoding.allCases {
            #expect(try ECDSACaseFile.cases(.malformedKey).contains { $0.keyEncoding == encoding })
            #expect(try ECDSACaseFile.cases(.valid).contains { $0.keyEncoding == encoding })
        }
        for encoding in ECDSACase.SignatureEncoding.allCases {
            #expect(
                try ECDSACaseFile.cases(.malformedSignature).contains { $0.signatureEncoding == encoding }
            )
            #expect(try ECDSACaseFile.cases(.valid).contains { $0.signatureEncoding == encoding })
        }
    }
}

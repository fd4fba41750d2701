import CollaborationCore
import CollaborationCrypto
import CryptoExtras
import Foundation
import HTTPTypes
import JWTKit
import Testing

@testable import CollaborationService

@Suite("Account tokens")
struct TokenTests {
    private let clock = Current(Date(timeIntervalSince1970: 2_000_000_000))
    private let secret = [UInt8]("a secret of at least 32 characters".utf8)

    private func tokens(_ keys: [TokenKey], rules: TokenRules = TokenRules()) -> AccountTokens {
        AccountTokens(keys: keys, rules: rules, clock: { [clock] in clock.value })
    }

    private func tokens(_ secrets: [UInt8]..., rules: TokenRules = TokenRules()) async throws -> AccountTokens {
        var keys: [TokenKey] = []
        for secret in secrets { keys.append(try await TokenKey(secret: secret)) }
        return tokens(keys, rules: rules)
    }

    /// Makes a token from the texts of its header and its claims, with a code of HMAC-SHA-256.
    private func token(
        _ claims: String,
        header: String = #"{"alg":"HS256","typ":"JWT"}"#,
        key: [UInt8]? = nil
    ) -> String {
        let text = Data(header.utf8).base64URLEncoded + "." + Data(claims.utf8).base64URLEncoded
        let code = HMACSHA256.authenticationCode(for: text.utf8, using: key ?? secret)
        return text + "." + Data(code.rawRepresentation).base64URLEncoded
    }

    @Test("A token names its account until a minute after it has expired")
    func lifetime() async throws {
        let tokens = try await tokens(secret)
        let token = try #require(try tokens.issue(for: "bob"))
        #expect(try await tokens.account(of: token) == "bob")
        clock.value += 86_459
        #expect(try await tokens.account(of: token) == "bob")
        clock.value += 1
        #expect(await tokens.refusal(of: token) == .expired)
    }

    @Test(
        "A token whose claims are missing, of the wrong type, out of bounds or there twice is refused",
        arguments: [
            #"{"exp":2000000060}"#, #"{"sub":"bob"}"#, #"{"sub":"","exp":2000000060}"#,
            #"{"sub":1,"exp":2000000060}"#, #"{"sub":"bob","exp":"2000000060"}"#, #"{"sub":"bob","exp":1e999}"#,
            #"{"sub":"bob","exp":true}"#, #"{"sub":["bob"],"exp":2000000060}"#, #"{"sub":"\ufdd0","exp":2000000060}"#,
            #"{"sub":"bob","exp":2000000060,"nbf":2000000061}"#, #"{"sub":"bob","exp":2000000060,"nbf":null}"#,
            #"{"sub":"bob","exp":2000000060,"sub":"bob"}"#, #"{"sub":"eve","exp":2000000060,"\u0073ub":"bob"}"#,
            #"["bob"]"#, "", "{", #"{"sub":"bob","exp":2000000060}{}"#,
            #"{"exp":2000000060,"sub":"\#(String(repeating: "a", count: 1025))"}"#,
            #"{"exp":2000000060,"sub":"bob","a":\#(String(repeating: "[", count: 1000))}"#,
        ]
    ) func claims(text: String) async throws {
        #expect(try await tokens(secret).refusal(of: token(text))?.isInvalid == true)
    }

    @Test("Other claims may have any value, and a token is accepted a minute before the moment from which it is valid")
    func otherClaims() async throws {
        for other in [#""name":"a\":,{","admin":true"#, #""a":{"sub":"eve","b":[{"sub":1}]},"c":null"#] {
            let token = token(#"{"sub":"bob","exp":2000000060,"nbf":2000000060,\#(other)}"#)
            #expect(try await tokens(secret).account(of: token) == "bob")
        }
    }

    @Test(
        "A token whose header names another algorithm, or an extension, or a member twice, or is not JSON, is refused",
        arguments: [
            #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"ES256"}"#, #"{"alg":"HS512"}"#, "{}", "",
            #"{"alg":"HS256","crit":["b64"]}"#, #"{"alg":"HS256","crit":null}"#, #"{"alg":"none","alg":"HS256"}"#,
            #"{"alg":["HS512","HS256"]}"#, String(repeating: "[", count: 2000),
        ]
    ) func header(text: String) async throws {
        let tokens = try await tokens(secret)
        let token = token(#"{"sub":"bob","exp":2000000060}"#, header: text)
        #expect(await tokens.refusal(of: token)?.isInvalid == true)
        let unsigned = token.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        #expect(await tokens.refusal(of: unsigned + ".")?.isInvalid == true)
    }

    @Test("A token that was signed with another key, or was changed, is refused")
    func otherKey() async throws {
        let tokens = try await tokens(secret)
        let claims = #"{"sub":"bob","exp":2000000060}"#
        let other = token(claims, key: [UInt8](repeating: 1, count: 32))
        #expect(await tokens.refusal(of: other) == .invalid("No key has signed it with the algorithm HS256."))
        let good = token(claims)
        let mallorys = Data(#"{"sub":"mallory","exp":2000000060}"#.utf8).base64URLEncoded
        let changed = good.replacing(Data(claims.utf8).base64URLEncoded, with: mallorys)
        for text in [
            changed, "", ".", "..", "a.b.c", good + ".", good + "=", good.replacing(".", with: " "),
            good.replacing("_", with: "/").replacing("-", with: "+") + "=", String(good.dropLast(2)),
        ] {
            #expect(await tokens.refusal(of: text)?.isInvalid == true)
        }
        #expect(try await tokens.account(of: good) == "bob")
    }

    @Test("A token that differs from an accepted one by one character is refused, so that it has one spelling")
    func changedAfterAcceptance() async throws {
        let tokens = try await tokens(secret)
        let token = try #require(try tokens.issue(for: "bob"))
        #expect(try await tokens.account(of: token) == "bob")
        for index in token.indices {
            let other: Character = token[index] == "x" ? "y" : "x"
            let changed = token[..<index] + String(other) + token[token.index(after: index)...]
            #expect(await tokens.refusal(of: String(changed))?.isInvalid == true)
        }
        #expect(await tokens.refusal(of: token + "\u{301}")?.isInvalid == true)
    }

    @Test("A public key of a JWKS or in PEM verifies tokens of its private key, and issues none")
    func publicKeys() async throws {
        for algorithm in TokenSigner.algorithms {
            let (signer, other) = (try await TokenSigner(algorithm), try await TokenSigner("ES256", named: "2"))
            let stranger = try await TokenSigner("ES256")
            let token = try signer.token(Self.bob)
            var keyWithoutAlgorithm = signer.key
            keyWithoutAlgorithm["alg"] = nil
            var files = [try TokenSigner.keySet([signer.key]), try TokenSigner.keySet([other.key, signer.key])]
            // An RSA key that does not say its algorithm is for RS256.
            if algorithm != "PS256" {
                files += [try TokenSigner.keySet([keyWithoutAlgorithm]), Data("\(other.pem)\n\(signer.pem)\n".utf8)]
            }
            for file in files {
                let tokens = tokens(await TokenKey.publicKeys(in: file))
                #expect(try await tokens.account(of: token) == "bob")
                #expect(try await tokens.refusal(of: stranger.token(Self.bob))?.isInvalid == true)
                #expect(try tokens.issue(for: "bob") == nil)
            }
        }
    }

    @Test("A key is used with its own algorithm only, whatever the header says")
    func algorithmConfusion() async throws {
        for algorithm in TokenSigner.algorithms {
            let signer = try await TokenSigner(algorithm)
            let tokens = tokens(await TokenKey.publicKeys(in: try TokenSigner.keySet([signer.key])))
            for other in TokenSigner.algorithms + ["HS256", "none"] where other != algorithm {
                let token = try signer.token(Self.bob, header: ["alg": other])
                #expect(await tokens.refusal(of: token)?.isInvalid == true)
            }
            let forms = [
                signer.pem, signer.pem + "\n", try String(decoding: TokenSigner.keySet([signer.key]), as: UTF8.self),
            ]
            for form in forms.map({ Array($0.utf8) }) {
                for header in [#"{"alg":"HS256"}"#, #"{"alg":"\#(algorithm)"}"#] {
                    #expect(await tokens.refusal(of: token(Self.bob, header: header, key: form))?.isInvalid == true)
                }
            }
        }
        // Both keys are the same numbers.
        let (rs256, ps256) = (try await TokenSigner("RS256"), try await TokenSigner("PS256"))
        let tokens = tokens(await TokenKey.publicKeys(in: try TokenSigner.keySet([rs256.key])))
        for header in [["alg": "RS256"], ["alg": "PS256"]] {
            #expect(await tokens.refusal(of: try ps256.token(Self.bob, header: header))?.isInvalid == true)
        }
    }

    @Test("A token that names one of the keys is verified with that alone, and one that names no key with each")
    func keyNames() async throws {
        let (one, two) = (try await TokenSigner("ES256"), try await TokenSigner("ES256", named: "2"))
        let tokens = tokens(await TokenKey.publicKeys(in: try TokenSigner.keySet([one.key, two.key])))
        #expect(await tokens.refusal(of: try two.token(Self.bob, header: ["kid": "1"]))?.isInvalid == true)
        #expect(await tokens.refusal(of: try two.token(Self.bob, header: ["kid": "3"])) == .unknownKey("3"))
        let parts = try two.token(Self.bob).split(separator: ".")
        #expect(await tokens.refusal(of: "e30.\(parts[1]).\(parts[2])")?.isInvalid == true)
    }

    @Test("A key of a JWKS that is weak, private, malformed, or not for signatures here, is left out")
    func unusableKeys() async throws {
        let (rsa, ecdsa) = (try await TokenSigner("RS256").key, try await TokenSigner("ES256").key)
        let modulus = try #require(rsa["n"])
        func numbers(_ bytes: [UInt8]) -> String { Data(bytes).base64URLEncoded }
        for changes in [
            ["n": numbers([0x80] + [UInt8](repeating: 1, count: 127))], ["e": numbers([1])], ["e": numbers([2])],
            ["e": numbers([UInt8](repeating: 1, count: 9))],
            ["n": numbers([0x80] + [UInt8](repeating: 1, count: 2047))],
            ["n": numbers([0x80] + [UInt8](repeating: 0, count: 255))], ["n": modulus + "?"], ["n": ""], ["e": ""],
            ["alg": "RS512"], ["alg": "ES256"], ["alg": "HS256"], ["alg": "none"], ["alg": "RSA-OAEP"], ["use": "enc"],
            ["d": modulus], ["kty": "oct", "k": modulus], ["kty": "EC"],
        ] {
            let key = rsa.merging(changes) { $1 }
            #expect(await TokenKey.publicKeys(in: try TokenSigner.keySet([key])).isEmpty, "\(changes)")
            #expect(await TokenKey.publicKeys(in: try TokenSigner.keySet([key, ecdsa])).map(\.identifier) == ["1"])
        }
        let coordinate = try #require(ecdsa["x"])
        for changes in [
            ["x": ecdsa["y"] ?? ""], ["y": nil], ["x": coordinate + "AA"], ["crv": "P-384", "alg": "ES384"],
        ] {
            let key = ecdsa.merging(changes.compactMapValues(\.self)) { $1 }.filter { changes[$0.key] != .some(nil) }
            #expect(await TokenKey.publicKeys(in: try TokenSigner.keySet([key])).isEmpty, "\(changes)")
        }
    }

    @Test("A file whose keys in PEM are not all public ones for tokens has none")
    func wrongPEM() async throws {
        let pem = try await TokenSigner("ES256").pem
        let keyOfP384 = ES384PrivateKey().publicKey.pemRepresentation
        let weak = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024)).publicKey.pemRepresentation
        #expect(await TokenKey.publicKeys(in: Data((pem.replacing("\n", with: "\r\n") + "\r\n").utf8)).count == 1)
        for text in [
            "", "key", "{}", #"{"keys":[]}"#, keyOfP384, weak, String(pem.dropLast(40)),
            pem.replacing("PUBLIC", with: "PRIVATE"), pem.replacing("M", with: "?"), "\(pem)\n\(keyOfP384)",
        ] { #expect(await TokenKey.publicKeys(in: Data(text.utf8)).isEmpty, "\(text)") }
    }

    @Test("While secrets are replaced, tokens of each are accepted, whatever key identifier they name")
    func rotation() async throws {
        let old = [UInt8](repeating: 1, count: 32)
        let both = try await tokens(secret, old)
        for header in [#"{"alg":"HS256"}"#, #"{"alg":"HS256","kid":"0"}"#, #"{"alg":"HS256","kid":"x"}"#] {
            for key in [secret, old] {
                #expect(try await both.account(of: token(Self.bob, header: header, key: key)) == "bob")
            }
        }
        let issued = try #require(try both.issue(for: "bob"))
        #expect(try await tokens(secret).account(of: issued) == "bob")
        await #expect(throws: StartError.self) {
            try await both.replaceKeys(from: AccountTokens(keys: [], keySet: KeySetURL("https://id.example")))
        }
        #expect(try await both.account(of: issued) == "bob")
        try await both.replaceKeys(from: tokens(old))
        #expect(await both.refusal(of: issued)?.isInvalid == true)
        let other = try #require(try both.issue(for: "bob"))
        try await both.replaceKeys(from: tokens(old, rules: TokenRules(required: [("aud", "documents")])))
        #expect(await both.refusal(of: other) == .invalid(#"Its claim aud is [] and not "documents"."#))
    }

    @Test("An issuer, an audience and other claims that are configured must be in the token")
    func requiredClaims() async throws {
        let issuer = "https://id.example.com"
        let rules = TokenRules(
            accountClaim: "uid",
            required: [("iss", issuer), ("aud", "documents"), ("token_use", "é")]
        )
        let tokens = try await tokens(secret, rules: rules)
        let issued = try #require(try tokens.issue(for: "bob"))
        #expect(try await tokens.account(of: issued) == "bob")
        func token(_ claims: String) -> String { self.token(#"{"uid":"bob","sub":"eve","exp":2000000060,\#(claims)}"#) }
        let several = #""iss":"\#(issuer)","aud":["mail","documents"],"token_use":"é""#
        #expect(try await tokens.account(of: token(several)) == "bob")
        for (claims, reason) in [
            (several.replacing("com", with: "com/"), #"Its claim iss is ["\#(issuer)/"] and not "\#(issuer)"."#),
            (several.replacing("iss", with: "is"), #"Its claim iss is [] and not "\#(issuer)"."#),
            (several.replacing("documents", with: "x"), #"Its claim aud is ["mail", "x"] and not "documents"."#),
            (#""iss":"\#(issuer)","aud":[]"#, #"Its claim aud is [] and not "documents"."#),
            (#""iss":"\#(issuer)","aud":1"#, #"Its claim aud is [] and not "documents"."#),
            (several.replacing("é", with: "e\u{301}"), #"Its claim token_use is ["é"] and not "é"."#),
        ] {
            #expect(await tokens.refusal(of: token(claims)) == .invalid(reason))
        }
    }

    @Test("A token has at most 4,096 bytes")
    func length() async throws {
        let all = (2900..<3100).map { count in
            token(#"{"sub":"bob","exp":2000000060,"x":"\#(String(repeating: "a", count: count))"}"#)
        }
        let longest = try #require(all.first { $0.utf8.count == 4096 })
        let tooLong = try #require(all.first { $0.utf8.count == 4097 })
        #expect(try await tokens(secret).account(of: longest) == "bob")
        #expect(try await tokens(secret).refusal(of: tooLong)?.isInvalid == true)
    }

    @Test("A request without a valid token is answered with 401 and the scheme, and the log has the reason")
    func unauthorized() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let expired = try #require(try client.accounts.issue(for: "bob"))
            server.clock.value += 86_460
            for (authorization, scheme, message) in [
                (nil, "Bearer", "A bearer token is missing."),
                ("Bearer", "Bearer", "A bearer token is missing."),
                ("Basic Ym9iOmJvYg==", "Bearer", "A bearer token is missing."),
                ("Bearer x", #"Bearer error="invalid_token""#, "The token is not valid."),
                ("Bearer x y", #"Bearer error="invalid_token""#, "The token is not valid."),
                ("bearer \(expired)", #"Bearer error="invalid_token""#, "The token has expired."),
            ] as [(String?, String, String)] {
                var headers: HTTPFields = [:]
                headers[.authorization] = authorization
                let reply = try await client.client.execute(uri: "/collaborations", method: .get, headers: headers)
                #expect(reply.status == .unauthorized)
                #expect(reply.headers[.wwwAuthenticate] == scheme)
                #expect(reply.text == #"{"error":"unauthorized","message":"\#(message)"}"#)
            }
        }
        let lines = server.log.entries.filter { $0.message == "A token was refused" }
        let reasons = ["It does not have three parts.", "It does not have three parts.", "It has expired."]
        #expect(lines.map { $0.metadata["reason"]?.description } == reasons)
    }

    private static let bob = #"{"sub":"bob","exp":2000000060}"#
}

extension AccountTokens {
    /// Why a token is refused; nil if it is accepted.
    func refusal(of token: String) async -> TokenError? {
        do throws(TokenError) {
            _ = try await account(of: token)
            return nil
        } catch {
            return error
        }
    }
}

extension TokenError {
    var isInvalid: Bool { if case .invalid = self { true } else { false } }
}

import CollaborationCore
import CollaborationCrypto
import CollaborationTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

@Suite("Account tokens")
struct TokenTests {
    let clock = TestDate()
    let secret = [UInt8]("a secret of at least 32 characters".utf8)

    func tokens(_ keys: [TokenKey], issuer: String? = nil, audience: String? = nil) -> AccountTokens {
        AccountTokens(keys: keys, issuer: issuer, audience: audience, clock: { [clock] in clock.date })
    }

    /// Makes a token from the texts of its header and its claims, with a code of HMAC-SHA-256.
    func token(_ claims: String, header: String = #"{"alg":"HS256","typ":"JWT"}"#, key: [UInt8]? = nil) -> String {
        let text = Data(header.utf8).base64URLEncoded + "." + Data(claims.utf8).base64URLEncoded
        let code = HMACSHA256.authenticationCode(for: text.utf8, using: key ?? secret)
        return text + "." + Data(code.rawRepresentation).base64URLEncoded
    }

    @Test("A token names its account until it expires")
    func lifetime() throws {
        let tokens = tokens([.secret(secret)])
        let token = try #require(try tokens.issue(for: "bob"))
        #expect(try tokens.account(of: token) == "bob")
        clock.advance(by: 86_399)
        #expect(try tokens.account(of: token) == "bob")
        clock.advance(by: 1)
        #expect(throws: TokenError.expired) { try tokens.account(of: token) }
    }

    @Test("The name of an account in a token is compared by its bytes and may have any character")
    func names() throws {
        let tokens = tokens([.secret(secret)])
        for name in ["caf\u{e9}", "cafe\u{301}", "a\0b", String(repeating: "a", count: 1024)] {
            let token = try #require(try tokens.issue(for: AccountIdentifier(name)))
            #expect(try tokens.account(of: token) == AccountIdentifier(name))
        }
    }

    @Test(
        "A token whose claims are missing, of the wrong type or out of bounds is refused",
        arguments: [
            #"{"exp":2000000060}"#, #"{"sub":"bob"}"#, #"{"sub":"","exp":2000000060}"#,
            #"{"sub":1,"exp":2000000060}"#, #"{"sub":"bob","exp":"2000000060"}"#, #"{"sub":"bob","exp":1e999}"#,
            #"{"sub":"bob","exp":2000000060,"nbf":2000000001}"#, #"["bob"]"#, "", "{",
            #"{"exp":2000000060,"sub":"\#(String(repeating: "a", count: 1025))"}"#,
            #"{"exp":2000000060,"sub":"bob","a":\#(String(repeating: "[", count: 1000))}"#,
        ]
    ) func claims(text: String) throws {
        let tokens = tokens([.secret(secret)])
        #expect(throws: TokenError.invalid) { try tokens.account(of: token(text)) }
    }

    @Test("A token is accepted at the moment from which it is valid")
    func notBefore() throws {
        let tokens = tokens([.secret(secret)])
        let token = token(#"{"sub":"bob","exp":2000000060,"nbf":2000000000,"name":"Bob","admin":true}"#)
        #expect(try tokens.account(of: token) == "bob")
    }

    @Test(
        "A token whose header names another algorithm, or an extension, or is not JSON, is refused",
        arguments: [
            #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"ES256"}"#, #"{"alg":"HS512"}"#, "{}", "",
            #"{"alg":"HS256","crit":["b64"]}"#, String(repeating: "[", count: 2000),
        ]
    ) func header(text: String) throws {
        let tokens = tokens([.secret(secret)])
        let token = token(#"{"sub":"bob","exp":2000000060}"#, header: text)
        #expect(throws: TokenError.invalid) { try tokens.account(of: token) }
        let unsigned = token.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        #expect(throws: TokenError.invalid) { try tokens.account(of: unsigned + ".") }
    }

    @Test("A token that was signed with another key, or was changed, is refused")
    func otherKey() throws {
        let tokens = tokens([.secret(secret)])
        let claims = #"{"sub":"bob","exp":2000000060}"#
        let other = token(claims, key: [UInt8](repeating: 1, count: 32))
        #expect(throws: TokenError.invalid) { try tokens.account(of: other) }
        let good = token(claims)
        let mallorys = Data(#"{"sub":"mallory","exp":2000000060}"#.utf8).base64URLEncoded
        let changed = good.replacing(Data(claims.utf8).base64URLEncoded, with: mallorys)
        #expect(throws: TokenError.invalid) { try tokens.account(of: changed) }
        for text in ["", ".", "..", "a.b.c", good + ".", good.replacing(".", with: " "), String(good.dropLast(2))] {
            #expect(throws: TokenError.invalid) { try tokens.account(of: text) }
        }
        #expect(try tokens.account(of: good) == "bob")
    }

    @Test("A token that differs from an accepted one by one character is refused, so that it has one spelling")
    func changedAfterAcceptance() throws {
        let tokens = tokens([.secret(secret)])
        let token = try #require(try tokens.issue(for: "bob"))
        #expect(try tokens.account(of: token) == "bob")
        for index in token.indices {
            let other: Character = token[index] == "x" ? "y" : "x"
            let changed = token[..<index] + String(other) + token[token.index(after: index)...]
            #expect(throws: TokenError.invalid) { try tokens.account(of: String(changed)) }
        }
        #expect(throws: TokenError.invalid) { try tokens.account(of: token + "\u{301}") }
    }

    @Test("A public key verifies tokens of its private key and issues none")
    func publicKey() throws {
        let key = SigningKey(named: "tokens")
        let tokens = tokens([try #require(TokenKey(publicKeyPEM: P256.Signing.PublicKey(key).pem))])
        func token(_ key: SigningKey) throws -> String {
            let text = [#"{"alg":"ES256"}"#, #"{"sub":"bob","exp":2000000060}"#].map { Data($0.utf8).base64URLEncoded }
                .joined(separator: ".")
            let signature = try P256.Signing.ECDSASignature(derRepresentation: key.signature(for: text.utf8))
            return text + "." + Data(signature.rawRepresentation).base64URLEncoded
        }
        #expect(try tokens.account(of: token(key)) == "bob")
        #expect(throws: TokenError.invalid) { try tokens.account(of: token(SigningKey(named: "another"))) }
        #expect(try tokens.issue(for: "bob") == nil)
    }

    @Test("A token signed by HMAC with the public key as secret is refused")
    func algorithmConfusion() throws {
        let key = try P256.Signing.PublicKey(SigningKey(named: "tokens"))
        let tokens = tokens([try #require(TokenKey(publicKeyPEM: key.pem))])
        let forms = [
            Array(key.pem.utf8), Array((key.pem + "\n").utf8),
            key.derRepresentation, key.x963Representation, key.rawRepresentation,
        ]
        for bytes in forms {
            for header in [#"{"alg":"HS256"}"#, #"{"alg":"ES256"}"#] {
                let token = token(#"{"sub":"bob","exp":2000000060}"#, header: header, key: bytes)
                #expect(throws: TokenError.invalid) { try tokens.account(of: token) }
            }
        }
    }

    @Test("While keys are replaced, tokens of each key are accepted, whatever key identifier they name")
    func rotation() throws {
        let old = [UInt8](repeating: 1, count: 32)
        let both = tokens([.secret(secret), .secret(old)])
        let claims = #"{"sub":"bob","exp":2000000060}"#
        for header in [#"{"alg":"HS256"}"#, #"{"alg":"HS256","kid":"0"}"#, #"{"alg":"HS256","kid":"x"}"#] {
            for key in [secret, old] { #expect(try both.account(of: token(claims, header: header, key: key)) == "bob") }
        }
        let issued = try #require(try both.issue(for: "bob"))
        #expect(try tokens([.secret(secret)]).account(of: issued) == "bob")
    }

    @Test("An issuer and an audience that are configured must be in the token")
    func issuerAndAudience() throws {
        let tokens = tokens([.secret(secret)], issuer: "https://id.example.com", audience: "documents")
        let issued = try #require(try tokens.issue(for: "bob"))
        #expect(try tokens.account(of: issued) == "bob")
        let several = #""iss":"https://id.example.com","aud":["mail","documents"]"#
        #expect(try tokens.account(of: token(#"{"sub":"bob","exp":2000000060,\#(several)}"#)) == "bob")
        for claims in [
            #""iss":"https://id.example.com""#, #""aud":"documents""#, #""iss":"x","aud":"documents""#,
            #""iss":"https://id.example.com","aud":"mail""#, #""iss":"https://id.example.com","aud":[]"#,
            #""iss":"https://id.example.com","aud":1"#,
        ] {
            let token = token(#"{"sub":"bob","exp":2000000060,\#(claims)}"#)
            #expect(throws: TokenError.invalid) { try tokens.account(of: token) }
        }
    }

    @Test("The header of a token may have any number of bytes", arguments: 0..<8)
    func header(length: Int) throws {
        let type = String(repeating: "~?", count: 8).prefix(length)
        let token = token(#"{"sub":"bob","exp":2000000060}"#, header: #"{"alg":"HS256","typ":"\#(type)"}"#)
        #expect(try tokens([.secret(secret)]).account(of: token) == "bob")
    }

    @Test("A token has at most 4,096 bytes")
    func length() throws {
        let all = (2900..<3100).map { count in
            token(#"{"sub":"bob","exp":2000000060,"x":"\#(String(repeating: "a", count: count))"}"#)
        }
        let longest = try #require(all.first { $0.utf8.count == 4096 })
        let tooLong = try #require(all.first { $0.utf8.count == 4097 })
        let tokens = tokens([.secret(secret)])
        #expect(try tokens.account(of: longest) == "bob")
        #expect(throws: TokenError.invalid) { try tokens.account(of: tooLong) }
    }

    @Test("Only a P-256 key in PEM is taken as a public key")
    func keys() throws {
        let pem = try P256.Signing.PublicKey(SigningKey(named: "tokens")).pem
        let keyOfP384 = """
            -----BEGIN PUBLIC KEY-----
            MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEJ+mmuwc6YjXinhm+dlcUR50TpFo72CQ3
            CSdBs6IRSgt4FYCKoU6qANEBzKEwdigjqD43Sv2NrRUkY8a7HJzDR0UVyt8BdpPJ
            dQFeD8k1qCJBOU2Bg5lbHg/GOAVd9KN6
            -----END PUBLIC KEY-----
            """
        let keyOfOpenSSL = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGfvH2JM/eLPRQNhF1GXf/z7amhY+
            Gd8xLVZO4iV2KZPnozTRx1DkaIAd8Yzb+jnWIeoswS/22fFHU5J5VkOU8Q==
            -----END PUBLIC KEY-----

            """
        #expect(TokenKey(publicKeyPEM: keyOfOpenSSL) != nil)
        #expect(TokenKey(publicKeyPEM: pem.replacing("\n", with: "\r\n") + "\r\n") != nil)
        for text in [
            "", "key", keyOfP384, String(pem.dropLast(10)),
            pem.replacing("PUBLIC", with: "PRIVATE"), pem.replacing("M", with: "?"), "\(pem)\n\(pem)",
        ] { #expect(TokenKey(publicKeyPEM: text) == nil) }
    }

    @Test("A request without a valid token is answered with 401 and the scheme")
    func unauthorized() async throws {
        let server = try TestServer()
        try await server.run { client async throws in
            let expired = try #require(try client.accounts.issue(for: "bob"))
            server.clock.advance(by: 86_400)
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
                let reply = try await client.client.executeRequest(
                    uri: "/collaborations",
                    method: .get,
                    headers: headers,
                    body: nil
                )
                #expect(reply.status == .unauthorized)
                #expect(reply.headers[.wwwAuthenticate] == scheme)
                #expect(reply.text == #"{"error":"unauthorized","message":"\#(message)"}"#)
            }
        }
    }
}

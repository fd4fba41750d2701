import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Keys of a URL", .timeLimit(.minutes(30)))
struct KeySetTests {
    /// What is served at the URL, and how often it was asked for.
    private final class Issuer: Sendable {
        let answer = Mutex((status: HTTPResponse.Status.ok, body: Data()))
        let count = Atomic(0)

        func publish(_ signers: TokenSigner...) throws {
            let body = try TokenSigner.keySet(signers.map(\.key))
            answer.withLock { $0 = (.ok, body) }
        }

        /// Serves while a closure runs, which gets the URL.
        func serve(_ body: @Sendable (String) async throws -> Void) async throws {
            let router = Router()
            router.get("keys") { _, _ in
                self.count.add(1, ordering: .relaxed)
                let (status, body) = self.answer.withLock { $0 }
                return Response(
                    status: status,
                    headers: [.location: "/other"],
                    body: .init(byteBuffer: .init(bytes: body))
                )
            }
            router.get("slow") { _, _ in
                Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        try await writer.write(.init(bytes: self.answer.withLock { $0.body }))
                        while true {
                            try await writer.write(.init(string: " "))
                            try await Task.sleep(for: .milliseconds(10))
                        }
                    }
                )
            }
            router.get("other") { _, _ in
                Response(status: .ok, body: .init(byteBuffer: .init(bytes: self.answer.withLock { $0.body })))
            }
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let application = Application(router: router, logger: logger)
            try await application.test(.live) { client in
                try await body("http://localhost:\(#require(client.port))/keys")
            }
        }
    }

    private static let claims = #"{"sub":"bob","exp":3000000000}"#

    private func tokens(_ url: String, interval: Duration) -> AccountTokens {
        AccountTokens(keys: [], keySet: KeySetURL(url, interval: interval))
    }

    @Test("While keys are rotated at a URL, no token of a published key is refused")
    func rotation() async throws {
        let issuer = Issuer()
        let first = try await TokenSigner("RS256", named: "0")
        try issuer.publish(first)
        try await issuer.serve { url async throws in
            var signer = first
            let tokens = tokens(url, interval: .zero)
            for number in 1...5 {
                let (old, new) = (signer, try await TokenSigner("RS256", named: "\(number)"))
                try issuer.publish(old, new)
                try await withThrowingTaskGroup { group in
                    for index in 0..<50 {
                        let token = try (index % 2 == 0 ? old : new).token(Self.claims)
                        group.addTask { () async throws in #expect(try await tokens.account(of: token) == "bob") }
                    }
                    try await group.waitForAll()
                }
                signer = new
            }
        }
    }

    @Test("Unknown keys cause one fetch in a while, and the last keys stay when there is no answer or one without keys")
    func failures() async throws {
        let issuer = Issuer()
        let signers = [try await TokenSigner("ES256"), try await TokenSigner("ES256", named: "2")]
        try issuer.publish(signers[0])
        try await issuer.serve { url async throws in
            let tokens = tokens(url, interval: .seconds(3600))
            #expect(!tokens.hasKeys)
            for _ in 0..<3 {
                #expect(try await tokens.account(of: signers[0].token(Self.claims)) == "bob")
                #expect(await tokens.refusal(of: try signers[1].token(Self.claims)) == .unknownKey("2"))
            }
            let count = issuer.count.load(ordering: .relaxed)
            #expect(count == 1)
        }
        try await issuer.serve { url async throws in
            let tokens = tokens(url, interval: .zero)
            await tokens.keySet?.fetch(into: tokens)
            let body = try TokenSigner.keySet([signers[1].key])
            for (status, body) in [
                (.internalServerError, body), (.found, body), (.ok, Data()), (.ok, try TokenSigner.keySet([])),
                (.ok, Data(count: 1 << 20)),
            ] as [(HTTPResponse.Status, Data)] {
                issuer.answer.withLock { $0 = (status, body) }
                #expect(await tokens.refusal(of: try signers[1].token(Self.claims)) == .unknownKey("2"))
                #expect(try await tokens.account(of: signers[0].token(Self.claims)) == "bob")
            }
            try issuer.publish(signers[1])
            #expect(try await tokens.account(of: signers[1].token(Self.claims)) == "bob")
            #expect(await tokens.refusal(of: try signers[0].token(Self.claims)) == .unknownKey("1"))
        }
    }

    @Test("A fetch whose answer does not end is given up, and its keys are not taken")
    func slowAnswer() async throws {
        let issuer = Issuer()
        let signer = try await TokenSigner("ES256")
        try issuer.publish(signer)
        try await issuer.serve { url async throws in
            let slow = url.replacing("keys", with: "slow")
            let tokens = AccountTokens(keys: [], keySet: KeySetURL(slow, interval: .zero, limit: .milliseconds(100)))
            #expect(await tokens.refusal(of: try signer.token(Self.claims)) == .unknownKey("1"))
            #expect(!tokens.hasKeys)
        }
    }

    @Test("A server is ready when it has keys for the tokens of accounts")
    func readiness() async throws {
        let (issuer, folder) = (Issuer(), TemporaryFolder())
        try await issuer.serve { url async throws in
            var environment = TemporaryFolder.production
            environment["ACCOUNTS_KEY"] = nil
            environment["ACCOUNTS_PUBLIC_KEYS"] = url
            (environment["ACCOUNTS_ISSUER"], environment["ACCOUNTS_AUDIENCE"]) = ("https://id.example", "documents")
            let server = try await folder.server([], environment)
            let operations = try server.applications().operations
            let accounts = server.settings.accounts
            try await operations.test(.router) { client async throws in
                await accounts.keySet?.fetch(into: accounts)
                let answer = try await client.execute(uri: "/ready", method: .get)
                #expect(answer.status == .serviceUnavailable && answer.text == "no-account-keys")
                try issuer.publish(try await TokenSigner("RS256"))
                await accounts.keySet?.fetch(into: accounts)
                #expect(try await client.execute(uri: "/ready", method: .get).status == .ok)
            }
        }
    }
}

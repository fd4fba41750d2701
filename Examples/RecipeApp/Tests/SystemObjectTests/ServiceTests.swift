import CollaborationClient
import CollaborationCore
import Foundation
import RecipeApp
import Testing

/// The gate gives the address of a server in development mode, and what its links look like.
private let environment = ProcessInfo.processInfo.environment
private let service = environment["SERVICE"].flatMap { URL(string: $0) }
private let link = environment["SERVICE_LINK"] ?? Service.link

@Suite("A server over HTTP", .enabled(if: service != nil, "SERVICE is not set"))
struct ServiceTests {
    private static let names: [String] = {
        let marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".map(String.init)
        let others = [
            "a/b", "//", "..", "...", "../x", "a/../b", "./a", "a%2Fb", "%2e%2e", "%zz", "%00", "a?b", "a#b", "a b",
            " ",
            "a+b", "ä", "a\u{308}", "日本", "👩‍👩‍👧", "\u{202E}x", "a\nb", "a;b=c", "{collaboration}", "{account}",
            "participants",
            "challenge", "access", "a\\b", "A", "a", "0", "null", String(repeating: "x", count: 200),
        ]
        return marks + others
    }()

    @Test("The server reads each of 66 strange identifiers from the path as the app wrote it")
    func strangeNames() async throws {
        let url = try #require(service)
        let token = try await Service.developmentToken(of: "alice", at: url)
        let server = HTTPSharingServer(url: url, link: link) { _ in token }
        #expect(Self.names.count == 66)
        for name in Self.names {
            let collaboration = CollaborationIdentifier(name)
            // A challenge is bound to the identifier that the service has read.
            let response = try await server.respond(to: .challenge(for: collaboration), as: "alice")
            guard case .challenge(let challenge) = response else {
                Issue.record("\(name): \(response)")
                continue
            }
            #expect(throws: Never.self) { try challenge.check(for: collaboration, account: "alice") }
            #expect(try await server.respond(to: .access(to: collaboration), as: "alice") == .access(nil))
        }
    }

    @Test("An app starts, updates, asks about, lists and ends a collaboration, and a stranger cannot leave it")
    func requests() async throws {
        let url = try #require(service)
        let server = HTTPSharingServer(url: url, link: link) { try await Service.developmentToken(of: $0, at: url) }
        func alice(_ request: SharingRequest) async throws -> SharingResponse {
            try await server.respond(to: request, as: "alice")
        }
        let request = StartRequest(localIdentifier: "recipe-7", idempotencyKey: UUID(), selectedOptions: ["read"])
        let first = try await alice(.start(request))
        guard case .started(let started) = first else { throw SharingServerError.unexpected(status: 200) }
        let collaboration = started.collaborationIdentifier
        #expect(try await alice(.start(request)) == first)
        let named = StartRequest(collaborationIdentifier: collaboration, selectedOptions: ["write"])
        #expect(try await alice(.start(named)) == first)
        #expect(server.collaboration(of: started.url) == collaboration)
        #expect(try await alice(.apply(ParticipantsUpdate(), to: collaboration)) == .done)
        guard case .access(let access) = try await alice(.access(to: collaboration)) else {
            throw SharingServerError.unexpected(status: 200)
        }
        #expect(access?.isOwner == true)
        #expect(try await alice(.identities(of: "bob", in: collaboration)) == .identities([]))
        guard case .list(let page) = try await alice(.list(after: nil)) else {
            throw SharingServerError.unexpected(status: 200)
        }
        #expect(page.contains(collaboration))
        await #expect(throws: SharingServerError.refused) {
            try await server.respond(to: .leave(collaboration), as: "bob")
        }
        #expect(try await alice(.end(collaboration)) == .done)
        #expect(try await alice(.access(to: collaboration)) == .access(nil))
    }
}

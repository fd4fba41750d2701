import CollaborationClient
import CollaborationCore
import Foundation
import RecipeApp
import Testing

/// The gate gives the address of the example service in development mode.
private let service = ProcessInfo.processInfo.environment["SERVICE"].flatMap { URL(string: $0) }

@Suite("The example service over HTTP", .enabled(if: service != nil, "SERVICE is not set"))
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

    @Test("The service reads each of 66 strange identifiers from the path as the app wrote it")
    func strangeNames() async throws {
        let url = try #require(service)
        let token = try await Service.developmentToken(of: "alice", at: url)
        let server = Service.server(at: url) { _ in token }
        #expect(Self.names.count == 66)
        for name in Self.names {
            let collaboration = CollaborationIdentifier(name)
            // A challenge is bound to the identifier that the service has read.
            let challenge = try await server.challenge(for: collaboration, as: "alice")
            #expect(throws: Never.self) { try challenge.check(for: collaboration, account: "alice") }
            #expect(try await server.access(to: collaboration, as: "alice") == nil)
        }
    }

    @Test("Every request of an app has the effect that the service says")
    func requests() async throws {
        let url = try #require(service)
        let server = Service.server(at: url) { try await Service.developmentToken(of: $0, at: url) }
        let request = StartRequest(localIdentifier: "recipe-7", idempotencyKey: UUID(), selectedOptions: ["read"])
        let started = try await server.start(request, as: "alice")
        let collaboration = started.collaborationIdentifier
        #expect(try await server.start(request, as: "alice") == started)
        let named = StartRequest(collaborationIdentifier: collaboration, selectedOptions: ["write"])
        #expect(try await server.start(named, as: "alice") == started)
        #expect(server.collaboration(of: started.url) == collaboration)
        try await server.apply(ParticipantsUpdate(), to: collaboration, as: "alice")
        #expect(try await server.access(to: collaboration, as: "alice")?.isOwner == true)
        #expect(try await server.identities(of: "bob", in: collaboration, as: "alice").isEmpty)
        #expect(try await server.list(after: nil, as: "alice").contains(collaboration))
        await #expect(throws: SharingServerError.refused) { try await server.leave(collaboration, as: "bob") }
        try await server.end(collaboration, as: "alice")
        #expect(try await server.access(to: collaboration, as: "alice") == nil)
    }
}

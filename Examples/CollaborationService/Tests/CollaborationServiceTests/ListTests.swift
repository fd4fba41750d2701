import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

@Suite("Lists in pages")
struct ListTests {
    let bob = SimulatedPerson("Bob"), carol = SimulatedPerson("Carol"), dave = SimulatedPerson("Dave")

    @Test("Each page links to the next one, the last page links to none, and together they are the list")
    func links() async throws {
        try await TestServer().run { client async throws in
            var identifiers: [CollaborationIdentifier] = []
            for _ in 0..<5 {
                let identifier = try await client.createDocument()
                try await client.admit(bob, to: identifier)
                identifiers.append(identifier)
            }
            let own = try await client.pages(of: [Reply].self, "/documents", as: "alice", limit: 2)
            #expect(own.map { $0.map(\.identifier) }.joined().elementsEqual(identifiers.sorted()))
            #expect(own.map(\.count) == [2, 2, 1])
            let shared = try await client.pages(of: [String].self, "/shared", as: "bob", limit: 5)
            #expect(shared == [identifiers.sorted().map(\.rawValue), []])

            #expect(try await client.update(identifiers[0], adding: [carol, dave]) == .noContent)
            let path = "/documents/\(identifiers[0])/participants"
            let participants = try await client.pages(of: [Entry].self, path, as: "alice", limit: 1)
            let rootHashes = try [bob, carol, dave].map {
                try $0.identity(in: identifiers[0]).identity.rootHash
            }
            #expect(
                participants.joined().map(\.rootHash)
                    == rootHashes.sorted { $0.lexicographicallyPrecedes($1) }
            )
            #expect(Set(participants.joined().map(\.account)) == ["bob", nil])
        }
    }

    @Test("What is deleted between two pages is missing, and everything else is listed once")
    func deletions() async throws {
        try await TestServer().run { client async throws in
            var identifiers: [CollaborationIdentifier] = []
            for _ in 0..<6 { identifiers.append(try await client.createDocument()) }
            identifiers.sort()
            for identifier in identifiers { try await client.admit(bob, to: identifier) }
            for (path, account) in [("/documents", "alice"), ("/shared", "bob")] {
                let first = try await client.send(.get, "\(path)?limit=2", as: AccountIdentifier(account))
                // The last one of the page, and the first one of the next page.
                for identifier in identifiers[1...2] {
                    try await client.send(.delete, "/documents/\(identifier)", as: "alice")
                }
                let link = try #require(first.nextPage)
                let second = try await client.send(.get, path + link, as: AccountIdentifier(account))
                for identifier in identifiers[3...4] { #expect(second.text.contains(identifier.rawValue)) }
                #expect(!second.text.contains(identifiers[5].rawValue))
                identifiers.removeSubrange(1...2)
                for _ in 0..<2 { identifiers.append(try await client.createDocument()) }
                identifiers.sort()
                for identifier in identifiers { try await client.admit(bob, to: identifier) }
            }
        }
    }

    @Test("A document that is not shared any more is left out of a page, which still links to the next one")
    func leftOut() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            var identifiers: [CollaborationIdentifier] = []
            for _ in 0..<4 { identifiers.append(try await client.createDocument()) }
            identifiers.sort()
            for identifier in identifiers { try await client.admit(bob, to: identifier) }
            for identifier in identifiers[0...1] {
                try await server.documents.setShared(identifier, false)
            }
            let pages = try await client.pages(of: [String].self, "/shared", as: "bob", limit: 2)
            #expect(pages == [[], identifiers[2...3].map(\.rawValue), []])
        }
    }

    @Test("A page after an empty name is the first one")
    func emptyName() async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            let page = try await client.send(.get, "/documents?after=", as: "alice")
            #expect(try page.decoded(as: [Reply].self).map(\.identifier) == [document])
        }
    }

    @Test(
        "A page that cannot be is answered with 400",
        arguments: [
            "limit=0", "limit=-1", "limit=101", "limit=", "limit=1.0", "limit=1e2",
            "limit=99999999999999999999",
            "limit=%31%", "limit=1&limit=1", "after=a&after=b", "after=%FF",
            "after=\(String(repeating: "a", count: 1025))",
        ]
    )
    func malformed(query: String) async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            for path in ["/documents", "/shared", "/documents/\(document)/participants"] {
                let reply = try await client.send(.get, "\(path)?\(query)", as: "alice")
                #expect(reply.status == .badRequest)
                let message = try reply.decoded(as: Fault.self).error.message
                #expect(message.hasPrefix(query.prefix { $0 != "=" } + ": "))
            }
        }
    }

    @Test(
        "A page of participants begins only after 32 bytes in canonical base64",
        arguments: [
            "", "AA==", "%00", String(repeating: "A", count: 43), String(repeating: "A", count: 42) + "B=",
            String(repeating: "A", count: 44), String(repeating: "A", count: 42) + "-=",
        ]
    )
    func malformedIdentity(text: String) async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            let path = "/documents/\(document)/participants?after="
            let reply = try await client.send(.get, path + text, as: "alice")
            #expect(reply.status == .badRequest)
            #expect(reply.text == #"{"error":{"message":"after: not 32 bytes in base64"}}"#)
            let zeros = String(repeating: "A", count: 43)
            for text in ["\(zeros)=", "\(zeros)%3D", "//////////////////////////////////////////8="] {
                #expect(try await client.send(.get, path + text, as: "alice").status == .ok)
            }
        }
    }

    @Test(
        "A page may begin after any name",
        arguments: ["", "~", "%00", "a%2Fb", "caf%C3%A9", "%26limit%3D0", "a+b"]
    )
    func anyName(name: String) async throws {
        try await TestServer().run { client async throws in
            for path in ["/documents", "/shared"] {
                #expect(try await client.send(.get, "\(path)?x=1&after=\(name)&", as: "alice").text == "[]")
            }
        }
    }
}

private struct Entry: Decodable {
    let rootHash: Data
    let account: String?
}

extension TestClient {
    /// Reads a list page by page.
    fileprivate func pages<Page: Decodable>(
        of type: Page.Type,
        _ path: String,
        as account: AccountIdentifier,
        limit: Int
    ) async throws -> [Page] {
        var (pages, query): ([Page], String?) = ([], "?limit=\(limit)")
        while let next = query {
            let reply = try await send(.get, path + next, as: account)
            pages.append(try reply.decoded(as: type))
            query = reply.nextPage
        }
        return pages
    }
}

extension TestResponse {
    /// The query of the next page.
    fileprivate var nextPage: String? {
        HTTPField.Name("Link").flatMap { headers[$0] }?.wholeMatch(of: #/<(\?.+)>; rel="next"/#).map {
            String($0.1)
        }
    }
}

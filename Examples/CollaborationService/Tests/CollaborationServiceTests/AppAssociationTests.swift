import CollaborationCore
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

@Suite("Association of apps with links")
struct AppAssociationTests {
    private static let uri = "/.well-known/apple-app-site-association"

    @Test(
        "The association file names the apps, and the path of the links",
        arguments: [
            (nil, "/collaborations/*"), ("https://recipes.example/d/{collaboration}", "/d/*"),
            ("https://example.com:8443/a%20b/{collaboration}/open", "/a%20b/*/open"),
        ]
    ) func file(link: String?, path: String) async throws {
        var server = try await TestServer()
        server.routes.link = link
        server.routes.appIDs = ["ABCDE12345.com.example.recipes", "ABCDE12345.com.example.recipes-beta"]
        try await server.run { client async throws in
            let reply = try await client.send(.get, Self.uri, token: nil)
            #expect(reply.status == .ok)
            #expect(reply.headers[.contentType] == "application/json")
            let apps = #"["ABCDE12345.com.example.recipes","ABCDE12345.com.example.recipes-beta"]"#
            let expected = #"{"applinks":{"details":[{"appIDs":\#(apps),"components":[{"/":"\#(path)"}]}]}}"#
            let objects = try [Data(buffer: reply.body), Data(expected.utf8)].map {
                try #require(JSONSerialization.jsonObject(with: $0) as? NSDictionary)
            }
            #expect(objects[0] == objects[1])
        }
    }

    @Test("Links have the form of the setting, also when something is shared again, and without apps there is no file")
    func link() async throws {
        var server = try await TestServer()
        server.routes.link = "https://recipes.example/d/{collaboration}"
        try await server.run { client async throws in
            let key = UUID()
            var requests = ["write", "read"].map { StartRequest(idempotencyKey: key, selectedOptions: [$0]) }
            let collaboration = requests[0].collaboration(startedBy: "alice")
            requests.append(StartRequest(collaborationIdentifier: collaboration, selectedOptions: ["write"]))
            for request in requests {
                let reply = try await client.send(.post, "/collaborations", as: "alice", request.json)
                let url = try StartResponse(json: reply.text.utf8).url.absoluteString
                #expect(url == "https://recipes.example/d/\(collaboration)")
            }
            #expect(try await client.send(.get, Self.uri, token: nil).status == .notFound)
        }
    }

    @Test("A browser that follows a link gets a page, and a client of the API without a token is asked for one")
    func browser() async throws {
        try await TestServer().run { client async throws in
            let collaboration = try await client.start()
            let link = "/collaborations/\(collaboration)"
            let page = try await client.get(link, accept: "text/html,application/xhtml+xml,*/*;q=0.8")
            #expect(page.status == .ok && page.text.contains("opens in the app"))
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            for (path, type) in [(link, "*/*"), (link, "application/json"), ("/collaborations", "text/html")] {
                #expect(try await client.get(path, accept: type).status == .unauthorized)
            }
            let head = try await client.get(link, accept: "text/html", method: .head)
            #expect(head.status == .ok && head.text.isEmpty && head.headers[.contentType] == page.headers[.contentType])
            let token = try client.accounts.issue(for: "alice")
            #expect(try await client.get(link, accept: "text/html", token: token).text.contains("isOwner"))
        }
    }
}

extension TestClient {
    /// Sends a request as a browser does.
    fileprivate func get(
        _ path: String,
        accept: String,
        token: String? = nil,
        method: HTTPRequest.Method = .get
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.accept: accept]
        headers[.authorization] = token.map { "Bearer \($0)" }
        return try await client.executeRequest(uri: path, method: method, headers: headers, body: nil)
    }
}

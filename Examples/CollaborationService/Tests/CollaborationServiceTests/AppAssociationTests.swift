import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

@Suite("Association of apps with links")
struct AppAssociationTests {
    private static let uri = "/.well-known/apple-app-site-association"

    @Test(
        "The association file names the apps, and the path that links begin with",
        arguments: [
            (nil, "/collaborations/*"), ("https://documents.example.com", "/collaborations/*"),
            ("https://example.com:8443/a%20b/app", "/a%20b/app/collaborations/*"),
        ]
    ) func file(publicURL: String?, path: String) async throws {
        var server = try TestServer()
        server.routes.publicURL = publicURL
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

    @Test("A server without apps answers 404 in place of the association file")
    func noApps() async throws {
        try await TestServer().run { client async throws in
            #expect(try await client.send(.get, Self.uri, token: nil).status == .notFound)
        }
    }
}

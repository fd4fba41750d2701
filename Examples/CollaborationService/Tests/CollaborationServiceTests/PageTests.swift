import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

@Suite("Page of the development mode")
struct PageTests {
    @Test("Every file that the page refers to is served, under a content security policy without inline code")
    func servesFiles() async throws {
        let router = Router(context: AppContext.self)
        router.addPage()
        try await Application(router: router).test(.router) { client in
            var (waiting, seen): ([String], Set<String>) = ([""], [])
            while let path = waiting.popLast() {
                guard seen.insert(path).inserted else { continue }
                let response = try await client.execute(uri: "/\(path)", method: .get)
                #expect(response.status == .ok, "\(path)")
                #expect(response.headers[.contentSecurityPolicy] == PageFile.policy)
                #expect(response.headers[.cacheControl] == "no-cache")
                let contentType = try #require(response.headers[.contentType])
                let types = ["js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "": "text/html"]
                let type = try #require(types[path.split(separator: ".").last.map(String.init) ?? ""])
                #expect(contentType.hasPrefix(type), "\(path)")
                let references = /(?:src|href)="([a-z-]+\.[a-z]+)"|from "\.\/([a-z-]+\.js)"/
                waiting += String(buffer: response.body).matches(of: references)
                    .compactMap { ($0.1 ?? $0.2).map(String.init) }
            }
            #expect(seen == Set(PageFile.all.map(\.path)))
        }
        #expect(!PageFile.policy.contains("unsafe"))
    }

    @Test(
        "Only the names that this machine alone has are names for this machine",
        arguments: [
            ("127.0.0.1:8080", true), ("[::1]:8080", true), ("localhost", true), ("evil.example:8080", false),
            ("localhost.evil.example", false), ("127.0.0.1.evil.example", false), ("", false), (nil, false),
            ("LOCALHOST:1", true), ("127.0.0.1", true), ("[::1]", true), ("[::1].evil.com", false),
            ("127.0.0.1:80@evil.com", false), ("localhost@evil.com", false), ("127.0.0.1:", false),
            ("127.0.0.1:8080:1", false), ("localhost:8080:", false), ("a@localhost", false), ("[localhost]", false),
            ("::1", false), ("127.0.0.2", false), ("localhost.", false), ("127.0.0.1/x", false),
            ("localhost:123456", false), ("localho\u{17F}t", false), ("localhost:\u{663}", false),
            ("localhost\u{301}", false),
        ]
    ) func host(authority: String?, isForThisMachine: Bool) {
        let path = "/development/tokens"
        let request = HTTPRequest(method: .post, scheme: nil, authority: authority, path: path)
        #expect(request.isForThisMachine == isForThisMachine)
    }
}

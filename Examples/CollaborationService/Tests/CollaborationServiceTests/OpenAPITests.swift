import CollaborationCore
import Foundation
import Hummingbird
import Testing

@testable import CollaborationService

@Suite("OpenAPI document")
struct OpenAPITests {
    let document: [String: Any]

    init() throws {
        let json = Data(PackageResources.openapi_json)
        document = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    /// Each operation with its method and path, as `GET /collaborations/{collaboration}`.
    var operations: [String: [String: Any]] {
        var operations: [String: [String: Any]] = [:]
        for (path, item) in document["paths"] as? [String: [String: Any]] ?? [:] {
            for (method, operation) in item where method != "parameters" {
                operations["\(method.uppercased()) \(path)"] = operation as? [String: Any]
            }
        }
        return operations
    }

    @Test("Each route of the server is described, and each description is of a route")
    func routes() async throws {
        let (internet, operations) = (Router(context: AppContext.self), Router(context: AppContext.self))
        let service = try await TestServer(demo: Demo()).routes
        service.addRoutes(to: internet)
        service.addBackendRoutes(to: operations)
        let pages = Set(PageFile.all.map { "GET /\($0.path)" })
        let routes = Set(
            (internet.routes + operations.routes).map {
                "\($0.method) \($0.path)".replacing(#/:([a-z]+)/#) { "{\($0.1)}" }
            }
        )
        let monitoring: Set = ["GET /health", "GET /ready", "GET /metrics"]
        #expect(pages.isSubset(of: routes))
        #expect(routes.subtracting(pages).union(monitoring) == Set(self.operations.keys))
    }

    @Test("The example of each request is read by the server")
    func requests() throws {
        let readers: [String: (Data) throws -> Void] = [
            "POST /collaborations": { _ = try StartRequest(json: $0) },
            "PUT /collaborations/{collaboration}": { _ = try StartRequest(json: $0) },
            "PUT /collaborations/{collaboration}/selections/{account}": { _ = try StartRequest(json: $0) },
            "POST /collaborations/{collaboration}/participants": { _ = try ParticipantsUpdate(json: $0) },
            "POST /collaborations/{collaboration}/proof": { _ = try IdentityProofAnswer(json: $0) },
            "POST /development/tokens": { _ = try JSONDecoder().decode([String: AccountIdentifier].self, from: $0) },
            "PUT /development/texts/{collaboration}": { _ = try JSONDecoder().decode([String: String].self, from: $0) },
        ]
        var read: Set<String> = []
        for (name, operation) in operations {
            guard let body = operation["requestBody"] as? [String: Any] else { continue }
            let reader = try #require(readers[name])
            try reader(try example(in: body))
            read.insert(name)
        }
        #expect(read == Set(readers.keys))
    }

    @Test("The limits in the description, the README and the settings of nginx are those of the sources")
    func limits() throws {
        let size = JSONLimits.messageByteCount >> 10
        let identities = ParticipantsUpdate.maximumIdentityCount.formatted(.number.locale(Locale(identifier: "en_US")))
        let parts = [
            "Sources/CollaborationService/openapi.json": [
                #""minLength": 1, "maxLength": \#(JSONLimits.identifierByteCount),"#, "has at most \(size) KiB.",
                "more than \(size) KiB,", "`private, max-age=\(Routes.cacheTime)`",
                "with at most \(identities) identities.",
            ],
            "README.md": ["says yes for \(Routes.cacheTime) seconds", "at most \(identities) in one update"],
            "Deployment/nginx.conf": ["client_max_body_size \(size)k;"],
        ]
        for (file, parts) in parts {
            let text = try String(contentsOf: TemporaryFolder.package.appending(path: file), encoding: .utf8)
            for part in parts { #expect(text.contains(part), "\(file) does not have \(part)") }
        }
    }

    @Test("What only the port of the back end has is refused with 429 for its body alone")
    func rates() throws {
        let monitoring: Set = ["GET /health", "GET /ready", "GET /metrics"]
        for (name, operation) in operations {
            let isOfBackEnd = monitoring.contains(name) || operation["tags"] as? [String] == ["Back end"]
            let responses = try #require(operation["responses"] as? [String: Any])
            #expect((responses["429"] != nil) == (!isOfBackEnd || operation["requestBody"] != nil), "\(name)")
        }
    }

    private func example(in part: [String: Any]) throws -> Data {
        let content = try #require(part["content"] as? [String: [String: Any]])
        return try JSONSerialization.data(withJSONObject: #require(content["application/json"]?["example"]))
    }
}

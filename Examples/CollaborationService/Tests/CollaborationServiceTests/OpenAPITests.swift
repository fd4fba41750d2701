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

    /// Each operation with its method and path, as `GET /documents/{document}`.
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
        let router = Router(context: AppContext.self)
        try await TestServer(events: EventStream()).service.addDescribedRoutes(to: router)
        let pages = Set(PageFile.all.map { "GET /\($0.path)" })
        let routes = Set(
            router.routes.map { "\($0.method) \($0.path)".replacing(":document", with: "{document}") }
        )
        let monitoring: Set = ["GET /health", "GET /ready", "GET /metrics"]
        #expect(pages.isSubset(of: routes))
        #expect(routes.subtracting(pages).union(monitoring) == Set(operations.keys))
    }

    @Test("The example of each request is read by the server")
    func requests() throws {
        let readers: [String: (Data) throws -> Void] = [
            "POST /documents": { _ = try StrictJSONDecoder().decode(DocumentDraft.self, from: $0) },
            "PUT /documents/{document}": {
                _ = try StrictJSONDecoder().decode(DocumentChange.self, from: $0)
            },
            "POST /participants": { _ = try ParticipantsUpdate(json: $0) },
            "POST /documents/{document}/proof": { _ = try IdentityProofAnswer(json: $0) },
            "POST /development/tokens": { _ = try StrictJSONDecoder().decode(TokenRequest.self, from: $0) },
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

    @Test("The examples of documents are those that the server writes, and every reference has a target")
    func answers() throws {
        let responses = try #require(
            operations["GET /documents/{document}"]?["responses"] as? [String: [String: Any]]
        )
        let reply = try StrictJSONDecoder().decode(Reply.self, from: example(in: #require(responses["200"])))
        let document = Document(
            identifier: reply.identifier,
            owner: reply.owner,
            title: reply.title,
            text: try #require(reply.text)
        )
        let answer = try JSONEncoder().encode(DocumentAnswer(document))
        let written = try JSONSerialization.jsonObject(with: answer) as? NSDictionary
        #expect(
            try written == JSONSerialization.jsonObject(with: example(in: #require(responses["200"])))
                as? NSDictionary
        )
        let text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        for reference in text.matches(of: #/"#\/([a-zA-Z\/]+)"/#).map(\.1) {
            var value: Any? = self.document
            for name in reference.split(separator: "/") { value = (value as? [String: Any])?[String(name)] }
            #expect(value != nil, "\(reference)")
        }
    }

    @Test("The server answers with the document to everybody")
    func serving() async throws {
        try await TestServer().run { client async throws in
            let reply = try await client.sendAnonymously(.get, "/openapi.json")
            #expect(reply.status == .ok)
            #expect(reply.text.utf8.elementsEqual(PackageResources.openapi_json))
        }
    }

    private func example(in part: [String: Any]) throws -> Data {
        let content = try #require(part["content"] as? [String: [String: Any]])
        return try JSONSerialization.data(withJSONObject: #require(content["application/json"]?["example"]))
    }
}

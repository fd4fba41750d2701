import CollaborationCore
import CollaborationTesting
import Foundation
import Hummingbird
import Testing

@testable import CollaborationService

@Suite("Malformed requests")
struct MalformedRequestTests {
    @Test(
        "A malformed message is answered with 400 and the field at fault",
        arguments: [
            ("/participants", "{", "not JSON"),
            ("/participants", "{}", "collaborationIdentifier: missing"),
            ("/participants", String(repeating: "[", count: 513), "nested too deep"),
            (
                "/participants",
                #"{"collaborationIdentifier":"a","addedIdentities":[{"rootHash":"AA=="}],"removedIdentities":[]}"#,
                "addedIdentities[0].rootHash: not 32 bytes"
            ),
            ("/documents/ID/proof", "{}", "challenge: missing"),
            ("/documents/ID/proof", #"{"challenge":"%"}"#, "challenge: not base64"),
            ("/documents/ID/proof", #"{"challenge":"","proof":{}}"#, "proof.signatureData: missing"),
            ("/documents", "", "not JSON"),
            ("/documents", #"{"title":"A"}"#, "text: missing"),
            ("/documents", #"{"title":1,"text":""}"#, "title: not a string"),
            ("/documents", #"{"title":"A","title":"B","text":""}"#, "a name that occurs twice"),
            ("/documents", #"{"title":"\ud800","text":""}"#, "a lone surrogate"),
            ("/documents", "\u{FEFF}{}", "a byte-order mark"),
        ]
    )
    func malformed(path: String, body: String, fault: String) async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            let path = path.replacing("ID", with: document.rawValue)
            let reply = try await client.send(.post, path, as: "alice", body)
            #expect(reply.status == .badRequest)
            #expect(try reply.decoded(as: Fault.self).error.message.contains(fault))
        }
    }

    @Test(
        "Every route that reads a body answers brackets in UTF-16 and UTF-32 with 400",
        arguments: ["[\0", "\0[", "[\0\0\0", "\0\0\0["]
    )
    func otherEncodings(bracket: String) async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            let body = String(repeating: bracket, count: 513)
            for path in ["/documents", "/participants", "/documents/\(document)/proof"] {
                #expect(try await client.send(.post, path, as: "alice", body).status == .badRequest)
            }
            let reply = try await client.send(.put, "/documents/\(document)", as: "alice", body)
            #expect(reply.status == .badRequest)
        }
    }

    @Test("Names and identifiers of 60 KB of combining marks are answered with 400")
    func combiningMarks() async throws {
        try await TestServer().run { client async throws in
            let marks = String(repeating: "\u{301}\u{323}", count: 15_000)
            for (body, fault) in [
                ("{\"\(marks)\":1}", "a name that is too long"),
                (
                    "{\"collaborationIdentifier\":\"\(marks)\"}",
                    "collaborationIdentifier: an identifier of more than 1024 bytes"
                ),
            ] {
                let reply = try await client.send(.post, "/participants", as: "alice", body)
                #expect(reply.status == .badRequest)
                #expect(try reply.decoded(as: Fault.self).error.message.hasPrefix(fault))
            }
        }
    }

    @Test("A revision must be an integer", arguments: ["1.0", "\"1\"", "null", "9223372036854775808"])
    func revision(text: String) async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            let body = #"{"title":"","text":"","revision":\#(text)}"#
            let reply = try await client.send(.put, "/documents/\(document)", as: "alice", body)
            #expect(reply.status == .badRequest)
            #expect(try reply.decoded(as: Fault.self).error.message.hasPrefix("revision: "))
        }
    }

    @Test(
        "A title with 4,096 bytes in JSON and a text with 64 KiB are stored, and longer ones are answered with 400"
    )
    func textLimits() async throws {
        try await TestServer().run { client async throws in
            let (title, text) = (String(repeating: "é", count: 2048), String(repeating: "a", count: 65_536))
            func create(_ title: String, _ text: String) async throws -> (HTTPResponse.Status, String) {
                let body = #"{"title":"\#(title)","text":"\#(text)"}"#
                let reply = try await client.send(.post, "/documents", as: "alice", body)
                return (reply.status, reply.text)
            }
            #expect(try await create(title, text).0 == .created)
            let longTitle = try await create(title + "a", text)
            #expect(
                longTitle == (.badRequest, #"{"error":{"message":"title: more than 4096 bytes in JSON"}}"#)
            )
            let longText = try await create(title, text + "a")
            let refusal = #"{"error":{"message":"text: more than 65536 bytes in JSON"}}"#
            #expect(longText == (.badRequest, refusal))
            let escaped = String(repeating: #"\u0000"#, count: 65_536 / 6)
            #expect(try await create("", escaped + #"\n\""#).0 == .created)
            #expect(try await create("", escaped + #"\n\"\u0061"#) == (.badRequest, refusal))
        }
    }

    @Test(
        "A body over the limit of its route is answered with 413",
        arguments: [("/documents", 524_288), ("/participants", 1_048_576), ("/documents/ID/proof", 16_384)]
    )
    func tooLarge(path: String, limit: Int) async throws {
        try await TestServer().run { client async throws in
            let path = path.replacing("ID", with: try await client.createDocument().rawValue)
            let body = String(repeating: " ", count: limit + 1)
            let reply = try await client.send(.post, path, as: "alice", body)
            #expect(reply.status == .contentTooLarge)
            #expect(reply.text == #"{"error":{"message":"The body has more than \#(limit) bytes."}}"#)
            #expect(
                try await client.send(.post, path, as: "alice", String(body.dropLast())).status == .badRequest
            )
        }
    }

    @Test(
        "The largest update that the library accepts fits into a request, and a larger one is answered with 400"
    )
    func largeUpdate() async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            let identities = try (0...ParticipantsUpdate.maximumIdentityCount).map { index in
                try Person.Identity(rootHash: withUnsafeBytes(of: index) { Data($0) } + Data(count: 24))
            }
            for count in [identities.count - 1, identities.count] {
                let update = ParticipantsUpdate(
                    collaborationIdentifier: document,
                    removedIdentities: Array(identities.prefix(count))
                )
                let reply = try await client.post(update, to: "/participants", as: "alice")
                #expect(reply.status == (count == identities.count ? .badRequest : .noContent))
            }
        }
    }

    @Test("An identifier in the path is percent-decoded and compared by its bytes")
    func identifiers() async throws {
        let server = try await TestServer()
        let names = [
            "a/b", "caf\u{e9}", "cafe\u{301}", "a\0b", "a", "100%", "a+b",
            String(repeating: "a", count: 1024),
        ]
        for name in names {
            let identifier = CollaborationIdentifier(name)
            try await server.documents.create(
                Document(identifier: identifier, owner: "alice", title: "", text: ""),
                limit: .max
            )
        }
        try await server.run { client async throws in
            for name in names {
                let bytes = name.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                let reply = try await client.send(.get, "/documents/\(bytes)", as: "alice")
                #expect(try reply.decoded(as: Reply.self).identifier == CollaborationIdentifier(name))
            }
            #expect(try await client.send(.get, "/documents/A", as: "alice").status == .forbidden)
        }
    }

    @Test(
        "An identifier that is not percent-encoded UTF-8, or too long, is answered with 400",
        arguments: ["%", "%G0", "%FF", "%C3%28", String(repeating: "a", count: 1025)]
    )
    func malformedIdentifier(name: String) async throws {
        try await TestServer().run { client async throws in
            for path in ["/documents/\(name)", "/documents?after=\(name)", "/shared?after=\(name)"] {
                #expect(try await client.send(.get, path, as: "alice").status == .badRequest)
            }
        }
    }

    @Test("A method that a path does not have is answered with 405 and the methods that it has")
    func otherMethods() async throws {
        try await TestServer().run { client async throws in
            for (path, methods) in [
                ("/documents", "GET, HEAD, POST"), ("/documents/a", "DELETE, GET, HEAD, PUT"),
                ("/account", "DELETE"),
            ] {
                for method in [.patch, .options, .trace, try #require(HTTPRequest.Method("QUERY"))] {
                    let reply = try await client.sendAnonymously(method, path)
                    #expect(reply.status == .methodNotAllowed)
                    #expect(reply.headers[.allow] == methods)
                }
            }
        }
    }

    @Test("A route that does not exist is answered with 404, with or without a token")
    func unknownRoute() async throws {
        try await TestServer().run { client async throws in
            for path in ["/", "/document", "/documents/a/b", "/documents/a/share/b"] {
                #expect(try await client.send(.get, path, as: "alice").status == .notFound)
                #expect(try await client.sendAnonymously(.get, path).status == .notFound)
            }
        }
    }
}

/// The answer to a malformed request.
struct Fault: Decodable {
    struct Explanation: Decodable { let message: String }

    let error: Explanation
}

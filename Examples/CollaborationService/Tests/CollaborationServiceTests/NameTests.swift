import CollaborationCore
import Foundation
import Testing

@testable import CollaborationService

@Suite("Names are bytes")
struct NameTests {
    /// Names with every scalar that Foundation drops, folds, reorders or ends a text at, first, last and alone; and the longest.
    static let names: [AccountIdentifier] = {
        let properties: [(Unicode.Scalar.Properties) -> Bool] = [
            \.isDefaultIgnorableCodePoint, \.isWhitespace, \.isBidiControl, \.isJoinControl, \.isVariationSelector,
        ]
        let scalars = (0x01...0xfffff).lazy.compactMap { Unicode.Scalar($0 as UInt32) }.filter { scalar in
            let isControl =
                scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            return isControl || properties.contains { $0(scalar.properties) }
        }
        // Also the characters of URLs, of forms and of JSON, and those with a decomposition.
        let others = "\0%+&=#?/\\\".;:@ é\u{e9}\u{301}\u{212b}\u{ff0e}\u{1f600}\u{fffd}\u{e000}".unicodeScalars
        let chosen = Array(scalars.filter { $0.value < 0x3000 || $0.value == 0xfeff || $0.value % 97 == 0 }) + others
        let texts = chosen.flatMap { ["\($0)bob", "bob\($0)", "\($0)"] }
        return (texts + ["caf\u{e9}", "cafe\u{301}", String(repeating: "a", count: 1024)]).map { AccountIdentifier($0) }
    }()

    @Test("A name that is percent-encoded and decoded has the same bytes, in whichever case its digits are")
    func coding() {
        for name in Self.names.map(\.rawValue) {
            let encoded = name.utf8.map { "%" + String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
            for text in [encoded, encoded.uppercased(), name.percentEncoded] {
                #expect(String(percentDecoding: text).map { Array($0.utf8) } == Array(name.utf8))
            }
        }
    }

    @Test(
        "What is no percent-encoded UTF-8, or a noncharacter, is no name",
        arguments: [
            "%", "%4", "%4g", "%%41", "%FF", "%C3", "%ED%A0%80", "%C0%80", "%EF%BF%BF", "%F0%9F%BF%BE", "%EF%B7%90",
        ]
    ) func malformed(text: String) async throws {
        #expect(String(percentDecoding: text) == nil)
        try await TestServer().run { client async throws in
            for path in [
                "/collaborations/\(text)?account=bob", "/collaborations/a/accounts/\(text)",
                "/collaborations?account=\(text)",
            ] {
                #expect(try await client.sendAsBackend(.get, path).status == .badRequest, "\(path)")
            }
        }
    }

    @Test("A name comes through token, path, query and body with its bytes, and is taken for no other")
    func roundTrip() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            for name in Self.names {
                let encoded = name.rawValue.percentEncoded
                let request = StartRequest(selectedOptions: ["write"]).json
                let path = "/collaborations/\(encoded)"
                let started = try await client.sendAsBackend(.put, "\(path)?account=\(encoded)", request)
                let response = try StartResponse(json: started.text.utf8)
                #expect(response.collaborationIdentifier.rawValue.utf8.elementsEqual(name.rawValue.utf8))
                #expect(response.url.absoluteString == "http://localhost\(path)")
                #expect(try await client.send(.get, path, as: name).status == .ok)
                let answer = try await client.sendAsBackend(.get, "\(path)/accounts/\(encoded)")
                #expect(answer.text.contains(#""isOwner":true"#))
                let listed = try await client.send(.get, "/collaborations?limit=1", as: name)
                let collaboration = response.collaborationIdentifier
                #expect(try CollaborationList(json: listed.text.utf8).collaborations == [collaboration])
                let named = StartRequest(collaborationIdentifier: collaboration, selectedOptions: ["read"])
                #expect(try await client.send(.post, "/collaborations", as: name, named.json).text == started.text)
            }
            // Had one been taken for another, its collaboration would have got another owner, or been refused.
            for name in Self.names {
                let encoded = name.rawValue.percentEncoded
                #expect(try await client.sendAsBackend(.delete, "/accounts/\(encoded)").status == .noContent)
                #expect(try await client.send(.get, "/collaborations/\(encoded)", as: name).status == .forbidden)
            }
        }
        #expect(Set(try server.acts.compactMap(\.account)) == Set(Self.names))
    }
}

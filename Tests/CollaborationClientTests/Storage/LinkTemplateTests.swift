import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationClient

@Suite("Links and paths of identifiers")
struct LinkTemplateTests {
    @Test(
        "A link leads back to its collaboration, whatever its identifier",
        arguments: ["a/b", ".", "..", "a%2Fb", "%", "a?b#c", " ", "日本", "\u{202E}", "\u{FEFF}a", "{collaboration}"]
    )
    func roundTrip(_ name: String) throws {
        for text in ["https://recipes.example/d/{collaboration}", "https://recipes.example/{collaboration}/open"] {
            let template = LinkTemplate(text)
            let url = try #require(template.link(to: CollaborationIdentifier(name)))
            #expect(template.collaboration(of: url) == CollaborationIdentifier(name))
            #expect(url.standardized.absoluteString == url.absoluteString)
        }
    }

    @Test(
        "A link whose identifier is not percent-encoded UTF-8 without noncharacters opens nothing",
        arguments: ["", "%FF", "%C3", "%ED%A0%80", "%EF%BF%BF", "a/b"]
    )
    func malformed(_ name: String) throws {
        let url = try #require(URL(string: "https://recipes.example/d/\(name)"))
        #expect(LinkTemplate("https://recipes.example/d/{collaboration}").collaboration(of: url) == nil)
    }

    @Test(
        "A link opens its collaboration with a host in capitals, its scheme's port, and a template that is not ASCII",
        arguments: [
            ("https://recipes.example/d/", "HTTPS://Recipes.Example/d/"),
            ("https://Recipes.example/d/", "https://recipes.example/d/"),
            ("https://köln.example/ü/", "https://köln.example/ü/"),
            ("https://recipes.example/d/", "https://recipes.example:443/d/"),
            ("http://recipes.example:80/d/", "http://recipes.example/d/"),
        ]
    )
    func spelling(_ template: String, _ text: String) throws {
        let url = try #require(URL(string: text + "Doc"))
        #expect(LinkTemplate(template + "{collaboration}").collaboration(of: url) == "Doc")
    }

    @Test(
        "A link of another scheme, host, port or path opens nothing",
        arguments: [
            "http://recipes.example/d/Doc/open", "https://recipes.example.org/d/Doc/open",
            "https://recipes.example:8443/d/Doc/open", "https://recipes.example/D/Doc/open",
            "https://recipes.example/d/Doc/close", "https://recipes.example/d/Doc",
        ]
    )
    func otherForm(_ text: String) throws {
        let template = LinkTemplate("https://recipes.example/d/{collaboration}/open")
        #expect(template.collaboration(of: try #require(URL(string: text))) == nil)
    }

    @Test("A link opens its collaboration with and without one slash at its end, a query and a fragment")
    func slash() throws {
        for text in ["https://recipes.example/d/{collaboration}", "https://recipes.example/d/{collaboration}/"] {
            for (end, collaboration) in [("", "Doc"), ("/", "Doc"), ("/?a", "Doc"), ("#a", "Doc"), ("//", nil)] {
                let url = try #require(URL(string: "https://recipes.example/d/Doc" + end))
                #expect(LinkTemplate(text).collaboration(of: url)?.rawValue == collaboration)
            }
        }
    }

    @Test("Every byte of a segment but letters, digits and three marks is percent-encoded, dots too")
    func encoding() {
        #expect("a/b.é~-_ %\u{F}\u{10}".percentEncoded == "a%2Fb%2E%C3%A9~-_%20%25%0F%10")
        #expect("..".percentEncoded == "%2E%2E")
        for text in ["%", "%4", "%4g", "%+4", "%%41"] { #expect(String(percentDecoding: text) == nil) }
    }
}

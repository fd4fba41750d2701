import CollaborationCore
import CollaborationServer
import Foundation
import Testing

@Suite("Challenge keys")
struct ChallengeKeyTests {
    @Test("A challenge key of fewer than 32 bytes is refused")
    func length() throws {
        #expect(throws: ConfigurationError.keyTooShort(minimum: 32, found: 31)) {
            try ChallengeKey(bytes: [UInt8](repeating: 1, count: 31))
        }
        #expect(try ChallengeKey(bytes: [UInt8](repeating: 1, count: 100)).rawRepresentation.count == 100)
    }

    @Test("A challenge key of zeros is refused, and one with a single bit set is not")
    func zeros() throws {
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(throws: ConfigurationError.keyAllZero) { try ChallengeKey(bytes: zeros) }
        #expect(throws: ConfigurationError.keyAllZero) {
            try ChallengeKey(base64: String(repeating: "A", count: 43) + "=")
        }
        #expect(try ChallengeKey(bytes: zeros.dropLast() + [1]).rawRepresentation.last == 1)
    }

    @Test(
        "A challenge key is read from base64, with or without a line break at the end",
        arguments: ["", "\n", "\r\n"]
    ) func base64(_ end: String) throws {
        let key = try ChallengeKey(base64: "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=" + end)
        #expect(key.rawRepresentation == Data(1...32))
        #expect(try ChallengeKey(bytes: key.rawRepresentation) == key && key != ChallengeKey())
    }

    @Test(
        "Text that is not base64 with exact padding is refused as a challenge key",
        arguments: [
            "AQID*AUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=", "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA==",
            "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyB=", "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA",
            "AQIDBAUGBwgJCgsMDQ4PEBES\nExQVFhcYGRobHB0eHyA=", "AQI", "\u{e9}", "\nAQID",
        ]
    ) func notBase64(_ text: String) {
        #expect(throws: ConfigurationError.keyNotBase64) { try ChallengeKey(base64: text) }
    }

    @Test("Text of fewer than 32 bytes is refused as a challenge key")
    func shortText() {
        #expect(throws: ConfigurationError.keyTooShort(minimum: 32, found: 0)) {
            try ChallengeKey(base64: "")
        }
        #expect(throws: ConfigurationError.keyTooShort(minimum: 32, found: 1)) {
            try ChallengeKey(base64: "qw==")
        }
    }

    @Test("Neither the description nor a dump of a challenge key, or of a value that holds it, shows the key")
    func secret() throws {
        let key = try ChallengeKey(bytes: [UInt8](repeating: 0xAB, count: 32))
        let configuration = try Collaborations.Configuration(formerKeys: [key])
        let collaborations = Collaborations(
            store: InMemoryCollaborationStore(identifier: StoreIdentifier(random: { 7 })),
            key: key,
            offering: try CollaborationShareOptions(optionsGroups: []),
            configuration: configuration
        )
        for value in [key, configuration, collaborations] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, String(describing: value), String(reflecting: value)] {
                // An address may have these digits once. The key has them 32 times.
                #expect(text.ranges(of: "171").count < 4, "\(type(of: value))")
                #expect(!text.lowercased().contains("abababab") && !text.contains("q6urq6ur"))
            }
        }
    }
}

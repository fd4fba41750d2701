import CollaborationCore
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Wire format")
struct WireFormatTests {
    private static let names = [
        "ParticipantsUpdate", "Challenge", "IdentityProofAnswer", "VerificationRequest", "PublicRefusal",
    ]

    private func object(inFile name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: Repository.file(named: name))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The definition of a message in the schema.
    private func definition(_ name: String) throws -> [String: Any] {
        let definitions = try #require(object(inFile: "wire-format.schema.json")["$defs"] as? [String: Any])
        return try #require(definitions[name] as? [String: Any])
    }

    /// Reads a sample as the package does, and writes it again.
    private func rewritten(_ name: String, _ json: Data) throws -> Data {
        struct Challenge: Codable { let challenge: Data }
        let encoder = JSONEncoder()
        return switch name {
        case "ParticipantsUpdate": try encoder.encode(ParticipantsUpdate(json: json))
        case "IdentityProofAnswer": try encoder.encode(IdentityProofAnswer(json: json))
        case "VerificationRequest": try encoder.encode(VerificationRequest(json: json))
        case "PublicRefusal":
            try encoder.encode(StrictJSONDecoder().decode(PublicRefusal.self, from: json))
        default: try encoder.encode(StrictJSONDecoder().decode(Challenge.self, from: json))
        }
    }

    @Test("The package reads each message of the documentation and writes the same", arguments: names)
    func samples(name: String) throws {
        let sample = try Data(contentsOf: Repository.file(named: "\(name).json"))
        let written = try rewritten(name, sample)
        let objects = try [sample, written].map {
            try #require(JSONSerialization.jsonObject(with: $0) as? NSDictionary)
        }
        #expect(objects[0] == objects[1])
        let document = try Repository.text(of: Repository.file(named: "WireFormat.md"))
        #expect(document.contains("<!-- quoted from \(name).json -->"))
    }

    @Test("The schema requires the members that the package writes, and no others", arguments: names)
    func members(name: String) throws {
        let definition = try definition(name)
        let sample = try object(inFile: "\(name).json")
        let properties = try #require(definition["properties"] as? [String: Any])
        #expect(Set(properties.keys) == Set(sample.keys))
        #expect(Set(try #require(definition["required"] as? [String])) == Set(sample.keys))
    }

    @Test("A message that lacks a member which the schema requires is malformed", arguments: names.dropLast())
    func missingMember(name: String) throws {
        let sample = try object(inFile: "\(name).json")
        for member in sample.keys {
            var rest = sample
            rest[member] = nil
            let json = try JSONSerialization.data(withJSONObject: rest)
            let error = #expect(throws: MalformedJSONError.self) { try rewritten(name, json) }
            #expect(error?.rule == .missing)
            #expect(error?.path == member)
        }
    }

    @Test("The schema has the limits of identities in an update and of an identifier")
    func limits() throws {
        let properties = try #require(definition("ParticipantsUpdate")["properties"] as? [String: Any])
        for list in ["addedIdentities", "removedIdentities"] {
            let rules = try #require(properties[list] as? [String: Any])
            #expect(rules["maxItems"] as? Int == ParticipantsUpdate.maximumIdentityCount)
        }
        #expect(try definition("identifier")["maxLength"] as? Int == JSONLimits.identifierByteCount)
    }
}

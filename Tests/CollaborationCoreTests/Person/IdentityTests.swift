import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Identities")
struct IdentityTests {
    @Test("An identity is a root hash of 32 bytes")
    func rootHash() throws {
        let rootHash = Data(0..<32)
        let identity = try Person.Identity(rootHash: rootHash)
        #expect(identity.rootHash == rootHash)
        #expect("\(identity)" == rootHash.hexadecimal)
        #expect(identity == (try Person.Identity(rootHash: Data([9] + rootHash).dropFirst())))
        #expect(identity != (try Person.Identity(rootHash: Data(1..<33))))
    }

    @Test("A root hash that is not 32 bytes long is refused", arguments: [0, 1, 16, 31, 33, 64, 1 << 20])
    func otherLengths(count: Int) {
        let error = #expect(throws: MalformedRootHashError.self) {
            try Person.Identity(rootHash: Data(repeating: 7, count: count))
        }
        #expect(error?.byteCount == count)
    }

    @Test("A decoded identity equals the encoded one")
    func coding() throws {
        let identity = try Person.Identity(rootHash: Data(0..<32))
        #expect(try roundTrip(identity) == identity)
    }

    @Test("Decoding a root hash that is not 32 bytes throws its error")
    func malformed() {
        #expect(throws: MalformedRootHashError.self) {
            try decode(Person.Identity.self, from: #"{"rootHash":"AAAA"}"#)
        }
    }

    @Test("A person and a name have the parts that they were made with")
    func parts() {
        let person = Person(handle: "a@b.c", identity: nil, displayName: "Ann", thumbnailImageData: Data([1]))
        #expect(person.handle == "a@b.c" && person.displayName == "Ann" && person.thumbnailImageData == Data([1]))
        let name = PersonName(
            namePrefix: "Dr.",
            givenName: "Ann",
            middleName: "B.",
            familyName: "Cole",
            nameSuffix: "Jr.",
            nickname: "Annie"
        )
        let parts = Mirror(reflecting: name).children.map { $0.value as? String }
        #expect(parts == ["Dr.", "Ann", "B.", "Cole", "Jr.", "Annie"])
    }
}

import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Random keys and identifiers")
struct RandomKeyTests {
    /// Expects different values of one length, in whose many bytes every value occurs.
    func expectAllValues(_ values: [Data], byteCount: Int) {
        #expect(values.allSatisfy { $0.count == byteCount })
        #expect(Set(values).count == values.count)
        #expect(Set(values.joined()).count == 256)
    }

    @Test("A new challenge key has 32 bytes, each of which can have every value")
    func challengeKeys() { expectAllValues((0..<500).map { _ in ChallengeKey().rawRepresentation }, byteCount: 32) }

    @Test("A challenge key made with given numbers follows from these numbers")
    func generatedChallengeKeys() {
        let keys = (Array(0..<500) + [7]).map { seed in
            var generator = SeededGenerator(String(seed))
            return ChallengeKey(random: { generator.next() }).rawRepresentation
        }
        expectAllValues(Array(keys.dropLast()), byteCount: 32)
        #expect(keys[500] == keys[7])
    }

    @Test("A new store identifier has 16 bytes, each of which can have every value")
    func storeIdentifiers() {
        expectAllValues((0..<1000).map { _ in StoreIdentifier().rawRepresentation }, byteCount: 16)
    }

    @Test("The identifier of a store and the version of a record are restored from 16 bytes, not from more or fewer")
    func restored() {
        let identifier = StoreIdentifier()
        let bytes = identifier.rawRepresentation
        #expect(StoreIdentifier(rawRepresentation: bytes) == identifier)
        #expect(StoreIdentifier(rawRepresentation: bytes.dropLast()) == nil)
        #expect(StoreIdentifier(rawRepresentation: bytes + [0]) == nil)
        #expect(RecordVersion(rawRepresentation: bytes)?.rawRepresentation == Array(bytes))
        for wrong in [bytes.dropLast(), bytes + [0]] { #expect(RecordVersion(rawRepresentation: wrong) == nil) }
    }
}

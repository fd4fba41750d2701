import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Random keys and identifiers")
struct RandomKeyTests {
    /// Whether bytes, many more than the values of a byte, have all of these values.
    func haveAllValues(_ bytes: some Sequence<UInt8>) -> Bool {
        Set(bytes).count == 256
    }

    @Test("A new challenge key has 32 bytes, each of which can have every value")
    func challengeKeys() {
        let keys = (0..<500).map { _ in ChallengeKey().rawRepresentation }
        #expect(keys.allSatisfy { $0.count == 32 })
        #expect(haveAllValues(keys.joined()) && Set(keys).count == 500)
    }

    @Test("A challenge key made with given numbers follows from these numbers")
    func generatedChallengeKeys() {
        let keys = (0..<500).map { seed in
            var generator = SeededGenerator(String(seed))
            return ChallengeKey(random: { generator.next() }).rawRepresentation
        }
        #expect(keys.allSatisfy { $0.count == 32 })
        #expect(Set(keys).count == 500)
        #expect(haveAllValues(keys.joined()))
        var generator = SeededGenerator("7")
        #expect(ChallengeKey(random: { generator.next() }).rawRepresentation == keys[7])
    }

    @Test("A new store identifier has 16 bytes, each of which can have every value")
    func storeIdentifiers() {
        let identifiers = (0..<1000).map { _ in StoreIdentifier().rawRepresentation }
        #expect(identifiers.allSatisfy { $0.count == 16 })
        #expect(haveAllValues(identifiers.joined()) && Set(identifiers).count == 1000)
    }

    @Test("A store identifier is restored from its 16 bytes, and not from more or fewer")
    func restoredStoreIdentifiers() {
        let identifier = StoreIdentifier()
        let bytes = identifier.rawRepresentation
        #expect(StoreIdentifier(rawRepresentation: bytes) == identifier)
        #expect(StoreIdentifier(rawRepresentation: bytes.dropLast()) == nil)
        #expect(StoreIdentifier(rawRepresentation: bytes + [0]) == nil)
    }

    @Test("A store identifier made with given numbers follows from these numbers")
    func generatedStoreIdentifiers() {
        let identifiers = (0..<2).map { _ in
            var generator = SeededGenerator("7")
            return StoreIdentifier(random: { generator.next() })
        }
        #expect(identifiers[0] == identifiers[1] && identifiers[0] != StoreIdentifier())
    }
}

import CollaborationServer
import Foundation
import Testing

@Suite("Store identifiers")
struct StoreIdentifierTests {
    @Test("A new store identifier has 16 bytes, and no two are equal")
    func unique() {
        let identifiers = (0..<100).map { _ in StoreIdentifier() }
        #expect(identifiers.allSatisfy { $0.rawRepresentation.count == 16 })
        #expect(Set(identifiers).count == 100)
    }

    @Test("A store identifier is restored from its 16 bytes, and not from more or fewer")
    func restoring() {
        let identifier = StoreIdentifier()
        let bytes = identifier.rawRepresentation
        #expect(StoreIdentifier(rawRepresentation: bytes) == identifier)
        #expect(StoreIdentifier(rawRepresentation: bytes.dropLast()) == nil)
        #expect(StoreIdentifier(rawRepresentation: bytes + [0]) == nil)
    }
}

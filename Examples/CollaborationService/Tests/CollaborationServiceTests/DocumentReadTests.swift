import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Reads of documents")
struct DocumentReadTests {
    @Test(
        "On each database the owner and the participants of a document read it, and nobody else does",
        arguments: DocumentStoreKind.available.filter { $0 != .inMemory }
    )
    func access(kind: DocumentStoreKind) async throws {
        let folder = try TemporaryFolder()
        let settings = try await folder.settings([], kind.settings)
        let stores = try await Stores.open(settings.database)
        let service = DocumentService(
            documents: stores.documents,
            collaborations: CollaborationAccess(
                store: stores.collaborations,
                challenges: settings.challenges.authority
            ),
            accounts: AccountTokens(settings.accounts),
            documentLimit: 1
        )
        // Other tests may use the same database.
        let (name, alice) = (CollaborationIdentifier.random(), AccountIdentifier("alice-\(UUID())"))
        func readers() async -> [AccountIdentifier] {
            var readers: [AccountIdentifier] = []
            for account in [alice, "bob", "carol"] {
                if let document = try? await service.document(name, for: account) {
                    #expect(document.text == "text")
                    readers.append(account)
                }
            }
            return readers
        }
        #expect(await readers() == [])
        let document = Document(identifier: name, owner: alice, title: "title", text: "text")
        try await stores.documents.create(document, limit: 1)
        #expect(await readers() == [alice])

        let (bob, access) = (SimulatedPerson("Bob"), service.collaborations)
        let identity = try bob.identity(in: name)
        try await access.addParticipants([identity.identity], to: name)
        try await stores.documents.setShared(name, true)
        #expect(await readers() == [alice])
        let challenge = access.challenge(for: name, account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
        try await access.admit(proof, answering: challenge, as: "bob", to: name)
        #expect(await readers() == [alice, "bob"])

        try await stores.documents.setShared(name, false)
        #expect(await readers() == [alice])
        try await stores.documents.setShared(name, true)
        #expect(await readers() == [alice, "bob"])
        try await access.removeParticipants([identity.identity], from: name)
        #expect(await readers() == [alice])
        try await stores.documents.delete(name)
        #expect(await readers() == [])
        await stores.close()
    }

    @Test("A store is asked once for a document and the right to it")
    func visits() async throws {
        let visits = Mutex<[[CollaborationIdentifier]]>([])
        let document = Document(
            identifier: "doc",
            owner: "alice",
            title: "title",
            text: "text",
            isShared: true
        )
        let stored = StoredRecord(bytes: [UInt8](try JSONEncoder().encode(document)))
        let records = UnreadableStore()
        let service = DocumentService(
            documents: DocumentStore(records) { document, collaboration in
                visits.withLock { $0.append([document, collaboration]) }
                return (stored, nil)
            },
            collaborations: CollaborationAccess(
                store: records,
                challenges: try ChallengeAuthority(key: ChallengeKey())
            ),
            accounts: AccountTokens(keys: [.secret([UInt8](repeating: 7, count: 32))]),
            documentLimit: 1
        )
        #expect(try await service.document("doc", for: "alice") == document)
        await #expect(throws: Denial.self) { try await service.document("doc", for: "bob") }
        #expect(visits.withLock { $0 } == [["document/doc", "doc"], ["document/doc", "doc"]])
    }
}

/// A store that no test may ask.
private struct UnreadableStore: CollaborationStore {
    struct Failure: Error {}

    let identifier = StoreIdentifier()

    func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? { throw Failure() }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool { throw Failure() }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] { throw Failure() }
}

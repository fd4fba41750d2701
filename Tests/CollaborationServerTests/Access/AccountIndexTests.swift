import CollaborationCore
import Testing

@testable import CollaborationServer

@Suite("The index of accounts")
struct AccountIndexTests {
    let collaborations: CollaborationAccess

    init() throws { collaborations = try CollaborationAccess(operatingOn: InMemoryCollaborationStore()) }

    /// Performs an operation on doc-42, in which the identities 1 and 2 are Bob's, 3 is Carol's and 4 unproven.
    private func listed(after operation: RecordOperation) async throws -> [AccountIdentifier] {
        let start: [RecordOperation] = [
            .update(added: (1...4).map { .sample($0) }, removed: []),
            .admit(.sample(1), .sample(1, as: "bob"), .refuse),
            .admit(.sample(2), .sample(2, as: "bob"), .refuse),
            .admit(.sample(3), .sample(3, as: "carol"), .refuse),
        ]
        for operation in start + [operation] { _ = try await operation.perform(on: collaborations) }
        var listed: [AccountIdentifier] = []
        for account in ["bob", "carol", "dave"] as [AccountIdentifier] {
            let isListed = try await collaborations.collaborations(of: account) == ["doc-42"]
            #expect((try await collaborations.access(of: account, to: "doc-42") != nil) == isListed)
            if isListed { listed.append(account) }
        }
        return listed
    }

    @Test(
        "An account is listed with a collaboration from its first admission on until it loses its last identity",
        arguments: [
            (.participants, ["bob", "carol"]),
            (.admit(.sample(4), .sample(4, as: "dave"), .refuse), ["bob", "carol", "dave"]),
            (.update(added: [], removed: [.sample(1)]), ["bob", "carol"]),
            (.admit(.sample(2), .sample(5, as: "dave"), .replace), ["bob", "carol", "dave"]),
            (.admit(.sample(3), .sample(4, as: "dave"), .replace), ["bob", "dave"]),
            (.update(added: [], removed: [.sample(3)]), ["bob"]),
            (.remove("carol", keepingIdentities: true), ["bob"]),
            (.remove("carol", keepingIdentities: false), ["bob"]),
            (.end, []), (.forget(at: RecordOperation.date), []),
        ] as [(RecordOperation, [AccountIdentifier])]
    )
    func listing(after operation: RecordOperation, listed accounts: [AccountIdentifier]) async throws {
        #expect(try await listed(after: operation) == accounts)
    }

    @Test("An account is deleted from more collaborations than one page of the index holds")
    func deletion() async throws {
        let documents = (0..<250).map { CollaborationIdentifier("doc-\($0)") }
        for document in documents {
            _ = try await collaborations.change(document) {
                _ = try $0.update(adding: [.sample(1), .sample(2)], removing: [])
                _ = try $0.admit(.sample(1), answering: .sample(1, as: "bob"), policy: .refuse)
                return try $0.admit(.sample(2), answering: .sample(2, as: "carol"), policy: .refuse)
            }
        }
        #expect(try await collaborations.deleteAccount("bob") == Set(documents))
        #expect(try await collaborations.collaborations(of: "bob") == [])
        #expect(try await collaborations.collaborations(of: "carol", limit: 300).count == 250)
        #expect(try await collaborations.record(of: "doc-249").unprovenIdentities == [.sample(1)])
    }
}

import CollaborationCore
import CollaborationTesting
import Testing

@testable import CollaborationServer

@Suite("Random histories of a record")
struct RecordHistoryTests {
    @Test(
        "A record returns what an independent model returns, also after each round trip through the stored form"
    )
    func model() throws {
        var generator = SeededGenerator("histories")
        var results: Set<RecordResult> = []
        for history in 0..<250 {
            var (record, model) = (CollaborationRecord(), RecordModel())
            for step in 0..<12 {
                let operation = RecordOperation.random(using: &generator)
                let result = operation.apply(to: &record)
                results.insert(result)
                #expect(result == model.apply(operation), "history \(history): \(operation)")
                let bytes = record.storedForm
                let read = try CollaborationRecord(storedForm: bytes)
                #expect(read == record, "history \(history): \(operation)")
                let account = RecordOperation.accounts[step % 3]
                let identities = try CollaborationRecord.identities(of: account, in: bytes)
                let isSame =
                    RecordResult.identities(identities) == model.apply(.identities(of: account))
                    && .participants(read.participants) == model.apply(.participants)
                    && read.accounts == model.accounts && read.isEmpty == model.isEmpty
                #expect(isSame, "history \(history): \(operation)")
                record = read
            }
        }
        // The histories reach every outcome of an admission.
        for refusal in [AccessRefusal.challengeAlreadyUsed, .unknownIdentity, .identityOfAnotherAccount] {
            #expect(results.contains(.refused(refusal)))
        }
        #expect(results.contains(.admitted(revoked: nil)) && results.contains(.admitted(revoked: "bob")))
    }
}

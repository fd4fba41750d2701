import CollaborationCore
import CollaborationServer
import Foundation
import OperatedStore

@testable import CollaborationService

struct Failure: Error {}

/// A database, by default in memory, of which a test replaces a part.
struct StubStore: OperatedStore {
    var base: any CollaborationStore = InMemoryCollaborationStore()
    var willCall: @Sendable () async throws -> Void = {}
    var record: StoredRecord?
    var startedCount = 0
    var willClose: @Sendable () -> Void = {}

    var identifier: StoreIdentifier { base.identifier }

    func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        try await willCall()
        return if let record { record } else { try await base.record(of: collaboration) }
    }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges,
        starter: StarterChange
    ) async throws -> Bool {
        try await willCall()
        return try await base.replaceRecord(of: collaboration, version: version, with: record, accounts: accounts)
    }

    func collaborations(of account: AccountIdentifier, after last: CollaborationIdentifier?, limit: Int) async throws
        -> [CollaborationIdentifier]
    {
        try await willCall()
        return try await base.collaborations(of: account, after: last, limit: limit)
    }

    func check() async throws -> ClosedRange<Date> {
        try await (base as? any OperatedStore)?.check() ?? Date.distantPast...Date.distantFuture
    }

    func summaries(from first: CollaborationIdentifier, limit: Int) -> [RecordSummary] { [] }

    func startedCount(of account: AccountIdentifier) -> Int { startedCount }

    func collaborationCount(of account: AccountIdentifier) -> Int { 0 }

    func eraseStarter(_ account: AccountIdentifier) {}

    func account(after last: AccountIdentifier?) async throws -> AccountIdentifier? { nil }

    func close() async {
        willClose()
        await (base as? any OperatedStore)?.close()
    }
}

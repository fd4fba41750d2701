import CollaborationCore
import CollaborationServer

/// A store with one writer at a time, or with a fault in its changes.
actor SingleWriterDouble: SingleWriterStore {
    enum Fault: String, CaseIterable, Sendable {
        case suspends = "A change loses an update that was made after its decision"
        case deletes = "A change whose decision throws deletes the record"
        case repeats = "A change decides twice"
        case writes = "A change that keeps the record writes it with another version"
        case forgets = "A change leaves the index as it was"
        case caches = "A change decides on what the last change has stored"
    }

    let identifier = StoreIdentifier()
    private let fault: Fault?
    private let meeting = Meeting()
    private var records: [CollaborationIdentifier: StoredRecord] = [:]
    private var index: [AccountIdentifier: Set<CollaborationIdentifier>] = [:]
    private var cache: [CollaborationIdentifier: [UInt8]?] = [:]

    init(fault: Fault? = nil) { self.fault = fault }

    func record(of collaboration: CollaborationIdentifier) -> StoredRecord? { records[collaboration] }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) -> Bool {
        guard records[collaboration]?.version == version else { return false }
        store(record, of: collaboration, accounts)
        return true
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) -> [CollaborationIdentifier] {
        let names = index[account, default: []].sorted()
        return Array(names.drop { name in last.map { name <= $0 } ?? false }.prefix(limit))
    }

    func changeRecord<Outcome: Sendable>(
        of collaboration: CollaborationIdentifier,
        _ decide: @escaping @Sendable ([UInt8]?) throws -> RecordDecision<Outcome>
    ) async throws -> Outcome {
        let stored = records[collaboration]
        let bytes = fault == .caches ? cache[collaboration] ?? stored?.bytes : stored?.bytes
        if fault == .repeats { _ = try decide(bytes) }
        let decision: RecordDecision<Outcome>
        do {
            decision = try decide(bytes)
        } catch {
            if fault == .deletes { records[collaboration] = nil }
            throw error
        }
        if fault == .suspends {
            meeting.arrive()
            await meeting.wait(for: 1)
        }
        switch decision {
        case .keep(let outcome):
            if fault == .writes { records[collaboration] = stored.map { StoredRecord(bytes: $0.bytes) } }
            return outcome
        case .replace(let record, let accounts, let outcome):
            cache[collaboration] = record?.bytes
            store(record, of: collaboration, fault == .forgets ? AccountChanges() : accounts)
            return outcome
        }
    }

    private func store(
        _ record: StoredRecord?,
        of collaboration: CollaborationIdentifier,
        _ accounts: AccountChanges
    ) {
        records[collaboration] = record
        for account in accounts.added { index[account, default: []].insert(collaboration) }
        for account in accounts.removed { index[account]?.remove(collaboration) }
    }
}

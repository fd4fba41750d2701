public import CollaborationCore
public import CollaborationServer
public import Foundation

/// A store that those who run it can look into.
///
/// A record counts in the share of one account: the last one that has started the collaboration, until the collaboration is
/// forgotten. An end leaves it there, since the record stays. A transfer does too: nobody fills the share of somebody else.
public protocol OperatedStore: CollaborationStore {
    /// Replaces a record as a `CollaborationStore` does, and in the same step the account that has started the collaboration.
    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges,
        starter: StarterChange
    ) async throws -> Bool

    /// Returns what is known of records without reading them, in the order of the bytes of their names, from a name on.
    func summaries(from first: CollaborationIdentifier, limit: Int) async throws -> [RecordSummary]

    /// The number of records in the share of an account, without reading their names.
    func startedCount(of account: AccountIdentifier) async throws -> Int

    /// The number of collaborations that an account has access to, without reading their names.
    func collaborationCount(of account: AccountIdentifier) async throws -> Int

    /// Takes all records out of the share of an account, and its name with them; can be repeated.
    func eraseStarter(_ account: AccountIdentifier) async throws

    /// Returns the first account of the index after another one; nil at the end.
    func account(after last: AccountIdentifier?) async throws -> AccountIdentifier?

    /// Throws if nothing can be written, and returns what the database knows of the time.
    func check() async throws -> ClosedRange<Date>

    /// Ends what is open.
    func close() async
}

extension OperatedStore {
    /// Replaces a record, and leaves it in the share where it is.
    public func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        try await replaceRecord(
            of: collaboration,
            version: version,
            with: record,
            accounts: accounts,
            starter: .unchanged
        )
    }
}

/// What a replacement does to the account that has started the collaboration last.
public enum StarterChange: Hashable, Sendable {
    /// It stays.
    case unchanged

    /// It is another one; nil once the collaboration is forgotten.
    case to(AccountIdentifier?)
}

/// What is known of a record without reading it.
public struct RecordSummary: Hashable, Sendable {
    /// The name of the collaboration.
    public let name: CollaborationIdentifier

    /// The number of bytes of the record.
    public let byteCount: Int

    /// When the record was replaced last, to the second and by the clock of a server.
    public let changed: Date

    /// The account that has started the collaboration last.
    ///
    /// Empty if that account was erased. Nil if the collaboration was never started, or is forgotten.
    public let starter: AccountIdentifier?

    /// Makes a summary.
    public init(name: CollaborationIdentifier, byteCount: Int, changed: Date, starter: AccountIdentifier?) {
        (self.name, self.byteCount, self.changed, self.starter) = (name, byteCount, changed, starter)
    }
}

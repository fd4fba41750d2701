public import CollaborationCore

/// Stores one record for each collaboration, and an index of the accounts that have access.
///
/// A record is bytes that only this package reads, at most 1 MiB. So a store knows no rule of the scheme. It needs three
/// operations that every database has, and no transaction with an isolation level:
///
/// - SQL: a table with the name, the version and the bytes, and one with a row for each account and collaboration.
/// - A key-value store: a key for each record and for each entry of the index.
///
/// **Names are bytes**, from 1 to 1,024 of them. Store the names of accounts and of collaborations as UTF-8, and compare
/// them byte by byte, as their types do. A column of text may take two names for the same, and then admits a stranger:
/// names that differ in case, in Unicode normal form, in white space at the end, after a NUL or after the 255th byte.
///
/// **What was written is read**, on every node: once ``replaceRecord(of:version:with:accounts:)`` has returned true, no
/// call returns the record before it. So a cache or a replica that lags cannot be read.
///
/// **Nothing is repeated.** When the outcome of an operation is unknown, since the connection was lost, throw an error.
/// A replacement that was sent twice reports a conflict with itself.
///
/// **A canceled call** may throw, or do all that it would have done. An error that an operation throws reaches the caller
/// of ``Collaborations`` within a `CollaborationError.store`; a `CancellationError` of one that reads, as
/// `CollaborationError.canceled`.
///
/// `CollaborationTesting` has the checks that every store must pass: `CollaborationStoreChecks`.
public protocol CollaborationStore: Sendable {
    /// Identifies the data of this store: made with the data, and read when the store is opened.
    ///
    /// A challenge is valid only for the store that it was issued for.
    var identifier: StoreIdentifier { get }

    /// Returns what is stored about a collaboration; nil if nothing is.
    ///
    /// - Returns: The record as it was stored last, by any node.
    /// - Throws: What the database throws.
    func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord?

    /// Replaces what is stored about a collaboration, if it still is what the caller has read: compare and swap.
    ///
    /// The comparison, the replacement and the change of the index are one atomic step, and durable when the call
    /// returns.
    ///
    /// - Parameters:
    ///   - collaboration: The name of the record.
    ///   - version: The version that must be stored; nil if nothing must be stored.
    ///   - record: What to store, with a version that was never used before; nil to delete what is stored.
    ///   - accounts: The accounts to add to the index and to remove from it. A repeated addition or removal has no
    ///     effect.
    /// - Returns: False if another version or nothing is stored, or something is where nothing must be, and never else.
    ///   Then nothing has changed. To delete nothing where nothing is stored is true.
    /// - Throws: What the database throws. The replacement was then made, or not, or is made later; never half, and never
    ///   over another version.
    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool

    /// Returns the collaborations that an account has access to, by the index, in the order of their bytes.
    ///
    /// - Parameters:
    ///   - account: One that an index entry was made for, or not.
    ///   - last: The name that the result begins after, which need not exist; nil for the first page.
    ///   - limit: The greatest number of collaborations, at least 1.
    /// - Returns: The collaborations, fewer than the limit only if there are no more. Those that stay while others come and
    ///   go are among them.
    /// - Throws: What the database throws.
    func collaborations(of account: AccountIdentifier, after last: CollaborationIdentifier?, limit: Int) async throws
        -> [CollaborationIdentifier]
}

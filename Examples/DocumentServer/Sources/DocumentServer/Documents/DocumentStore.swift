import CollaborationModels

/// Stores the documents.
///
/// Each operation is atomic and durable when it returns. It may be repeated when its outcome is not known: only
/// `change` then reports a conflict with itself.
///
/// A document is deleted in two steps, because the participants of its collaboration are in another store.
/// ``delete(_:)`` ends everybody's access and keeps the identifier, until the participants are gone too and
/// ``forget(_:)`` drops it. So a crash between the two leaves a list of what there is to finish.
protocol DocumentStore: Sendable {
    /// Stores a new document. Its identifier is random, so none exists with the same one.
    ///
    /// - Throws: ``TooManyDocumentsError`` if the owner has as many documents as the limit, also when several are
    ///   created at once, or what the database throws.
    func create(_ document: Document, limit: Int) async throws

    /// Returns a document; nil if there is none, or if it was deleted.
    func document(_ identifier: CollaborationIdentifier) async throws -> Document?

    /// Returns a document without its text; nil if there is none, or if it was deleted.
    func summary(of identifier: CollaborationIdentifier) async throws -> DocumentSummary?

    /// Returns those of some documents that exist, without their texts and in the same order.
    func summaries(of identifiers: [CollaborationIdentifier]) async throws -> [DocumentSummary]

    /// Returns documents of an owner, in the order of their identifiers.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - after: The identifier that the result begins after, which need not exist.
    ///   - limit: The greatest number of documents.
    /// - Returns: The documents.
    /// - Throws: What the database throws.
    func documents(
        of owner: AccountIdentifier,
        after: CollaborationIdentifier,
        limit: Int
    ) async throws -> [DocumentSummary]

    /// Changes title and text, if the document still has the revision that the client has seen.
    func change(_ identifier: CollaborationIdentifier, to change: DocumentChange) async throws
        -> ChangeOutcome

    /// Notes whether others than the owner may have access.
    func setShared(_ identifier: CollaborationIdentifier, _ isShared: Bool) async throws

    /// Deletes a document, except for its identifier and its owner.
    func delete(_ identifier: CollaborationIdentifier) async throws

    /// Deletes some documents of an owner.
    ///
    /// - Returns: Their identifiers. If there are as many as the limit, there may be more documents.
    func deleteDocuments(of owner: AccountIdentifier, limit: Int) async throws -> [CollaborationIdentifier]

    /// Returns some documents that were deleted and are not yet forgotten: of one owner, or of all for nil.
    func deletedDocuments(of owner: AccountIdentifier?, limit: Int) async throws -> [CollaborationIdentifier]

    /// Drops what `delete` kept of a document. A document that was not deleted stays.
    func forget(_ identifier: CollaborationIdentifier) async throws
}

/// An account has as many documents as it may have.
struct TooManyDocumentsError: Error, Hashable {
    let limit: Int
}

/// What became of a change.
enum ChangeOutcome: Hashable, Sendable {
    /// It was made, and the document has this revision now.
    case changed(revision: Int)

    /// The document has this other revision.
    case conflict(revision: Int)

    /// There is no document.
    case unknown
}

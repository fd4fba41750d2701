import CollaborationCore
import CollaborationServer

/// Stores the documents, each as a record of JSON, in any store that stores collaborations.
///
/// The index of that store lists the documents of each owner. Each operation is durable when it returns. It may be
/// repeated when its outcome is not known: only ``change(_:to:)`` then reports a conflict with itself.
///
/// A document is deleted in two steps, because the participants of its collaboration have another record.
/// ``delete(_:)`` ends everybody's access and keeps the identifier, until the participants are gone too and
/// ``forget(_:)`` drops it. So a crash between the two leaves a list of what there is to finish.
struct DocumentStore: Sendable {
    /// What the index lists deleted documents with.
    ///
    /// The names of owners have a prefix.
    private static let deleted = AccountIdentifier("deleted")

    /// Reads a record of this store and that of a collaboration, not in the opposite order.
    typealias JointRead =
        @Sendable (_ document: CollaborationIdentifier, _ collaboration: CollaborationIdentifier) async throws
        -> (StoredRecord?, StoredRecord?)

    private let records: any CollaborationStore
    private let writer: RecordWriter
    private let readJointly: JointRead

    /// Makes a store of documents.
    ///
    /// - Parameters:
    ///   - records: Stores them, and nothing else.
    ///   - readJointly: Reads a document and the record of its collaboration.
    init(_ records: any CollaborationStore, readJointly: @escaping JointRead) {
        self.records = records
        self.readJointly = readJointly
        writer = RecordWriter(records)
    }

    /// Stores a new document.
    ///
    /// Its identifier is random, so none exists with the same one.
    ///
    /// - Throws: ``TooManyDocumentsError`` if the owner has as many documents as the limit, also when several are
    ///   created at once, or what the database throws.
    func create(_ document: Document, limit: Int) async throws {
        let index = index(of: document.owner)
        let isNew = try await change(document.identifier) { stored in
            guard stored == nil else { return (nil, false) }
            stored = document
            return (AccountChanges(added: [index]), true)
        }
        guard isNew else { return }
        // A document is stored before it is counted, and stays counted when it is deleted, so that the number is not too
        // low: the documents are listed only when it is above the limit. A creation that fails between the two is not counted.
        let counter = counter(of: document.owner)
        let counted = try await writer.changeJSON(counter) { (number: inout Int?) in
            number = (number ?? 0) + 1
            return (AccountChanges(), number ?? 0)
        }
        guard counted > limit else { return }
        let listed = try await records.collaborations(of: index, after: nil, limit: limit + 1).count
        try await writer.changeJSON(counter) { (number: inout Int?) in
            // Another creation that was counted meanwhile may not be among those listed.
            guard number == counted, number != listed else { return (nil, ()) }
            number = listed
            return (AccountChanges(), ())
        }
        guard listed > limit else { return }
        try await change(document.identifier) { stored in
            stored = nil
            return (AccountChanges(removed: [index]), ())
        }
        throw TooManyDocumentsError(limit: limit)
    }

    /// Returns a document; nil if there is none, or if it was deleted.
    func document(_ identifier: CollaborationIdentifier) async throws -> Document? {
        try document(in: await records.record(of: key(identifier)))
    }

    /// Returns a document with the record of its collaboration.
    func documentAndRecord(
        _ identifier: CollaborationIdentifier
    ) async throws -> (document: Document?, record: StoredRecord?) {
        let (stored, record) = try await readJointly(key(identifier), identifier)
        return (try document(in: stored), record)
    }

    private func document(in stored: StoredRecord?) throws -> Document? {
        guard let document = try stored.map({ try jsonValue(of: $0.bytes) as Document }) else { return nil }
        return document.isDeleted ? nil : document
    }

    /// Returns those of some documents that exist, in the same order, without their texts.
    func documents(_ identifiers: [CollaborationIdentifier]) async throws -> [Document] {
        var documents: [Document] = []
        for identifier in identifiers {
            guard var document = try await document(identifier) else { continue }
            document.text = ""
            documents.append(document)
        }
        return documents
    }

    /// Returns identifiers of documents of an owner, in their order, a page at a time.
    func identifiers(
        of owner: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await list(index(of: owner), after: last, limit: limit)
    }

    /// Changes title and text, if the document still has the revision that the client has seen.
    func change(
        _ identifier: CollaborationIdentifier,
        to change: DocumentChange
    ) async throws -> ChangeOutcome {
        try await self.change(identifier) { document in
            guard let found = document, !found.isDeleted else { return (nil, .unknown) }
            guard found.revision == change.revision else { return (nil, .conflict(revision: found.revision)) }
            document?.title = change.title
            document?.text = change.text
            document?.revision += 1
            return (AccountChanges(), .changed(revision: found.revision + 1))
        }
    }

    /// Notes whether others than the owner may have access.
    func setShared(_ identifier: CollaborationIdentifier, _ isShared: Bool) async throws {
        try await change(identifier) { document in
            guard let found = document, !found.isDeleted, found.isShared != isShared else { return (nil, ()) }
            document?.isShared = isShared
            return (AccountChanges(), ())
        }
    }

    /// Deletes a document, except for its identifier and its owner.
    func delete(_ identifier: CollaborationIdentifier) async throws {
        try await change(identifier) { document in
            guard let found = document, !found.isDeleted else { return (nil, ()) }
            document = Document(
                identifier: identifier,
                owner: found.owner,
                title: "",
                text: "",
                revision: found.revision,
                isDeleted: true
            )
            return (AccountChanges(added: [Self.deleted], removed: [index(of: found.owner)]), ())
        }
    }

    /// Drops what is stored about an owner who has no documents.
    func forgetOwner(_ owner: AccountIdentifier) async throws {
        try await writer.changeJSON(counter(of: owner)) { (number: inout Int?) in
            guard number != nil else { return (nil, ()) }
            number = nil
            return (AccountChanges(), ())
        }
    }

    /// Returns some documents that were deleted and are not yet forgotten.
    func deletedDocuments(limit: Int) async throws -> [CollaborationIdentifier] {
        try await list(Self.deleted, after: nil, limit: limit)
    }

    /// Drops what `delete` kept of a document.
    ///
    /// A document that was not deleted stays.
    func forget(_ identifier: CollaborationIdentifier) async throws {
        try await change(identifier) { document in
            guard document?.isDeleted == true else { return (nil, ()) }
            document = nil
            return (AccountChanges(removed: [Self.deleted]), ())
        }
    }

    private func change<Outcome: Sendable>(
        _ identifier: CollaborationIdentifier,
        by rules: @escaping @Sendable (inout Document?) -> (AccountChanges?, Outcome)
    ) async throws -> Outcome {
        try await writer.changeJSON(key(identifier), by: rules)
    }

    private func list(
        _ index: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await records.collaborations(of: index, after: last.map(key), limit: limit).map {
            CollaborationIdentifier(String($0.rawValue.dropFirst(key("").rawValue.count)))
        }
    }

    private func key(_ identifier: CollaborationIdentifier) -> CollaborationIdentifier {
        CollaborationIdentifier("document/\(identifier.rawValue)")
    }

    private func counter(of owner: AccountIdentifier) -> CollaborationIdentifier {
        CollaborationIdentifier("count/\(owner.rawValue)")
    }

    private func index(of owner: AccountIdentifier) -> AccountIdentifier {
        AccountIdentifier("owner/\(owner.rawValue)")
    }
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

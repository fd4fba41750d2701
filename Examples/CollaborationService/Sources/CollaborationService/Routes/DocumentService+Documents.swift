import CollaborationCore
import Hummingbird

/// Creating, reading, changing and deleting documents.
extension DocumentService {
    func addDocumentRoutes(to router: RouterGroup<AppContext>) {
        router.post("documents", use: createDocument)
        router.get("documents", use: listDocuments)
        router.get("documents/:document", use: readDocument)
        router.put("documents/:document", use: changeDocument)
        router.delete("documents/:document", use: deleteDocument)
    }

    @Sendable
    private func createDocument(
        _ request: Request,
        _ context: AppContext
    ) async throws -> EditedResponse<DocumentAnswer> {
        let account = try context.account
        let limit = DocumentLimits.documentBodyByteCount
        let draft = try await message(of: request, from: account, upTo: limit) {
            try StrictJSONDecoder().decode(DocumentDraft.self, from: $0)
        }
        try DocumentLimits.check(title: draft.title, text: draft.text)
        let document = Document(identifier: .random(), owner: account, title: draft.title, text: draft.text)
        try await documents.create(document, limit: documentLimit)
        return EditedResponse(status: .created, response: DocumentAnswer(document))
    }

    /// Lists the account's own documents in the order of their identifiers, a page at a time.
    @Sendable
    private func listDocuments(
        _ request: Request,
        _ context: AppContext
    ) async throws -> Page<DocumentAnswer> {
        let (account, page) = (try context.account, try PageRequest(request))
        let identifiers = try await documents.identifiers(
            of: account,
            after: page.document,
            limit: page.limit
        )
        try requestLimit?.takeMore(RequestCost.list(identifiers.count), of: account)
        let last = identifiers.count < page.limit ? nil : identifiers.last?.rawValue
        let entries = try await documents.documents(identifiers).map { DocumentAnswer($0, withText: false) }
        return Page(entries: entries, last: last, request: page)
    }

    @Sendable
    private func readDocument(_ request: Request, _ context: AppContext) async throws -> DocumentAnswer {
        DocumentAnswer(try await document(context.document, for: context.account))
    }

    /// Changes a document.
    ///
    /// The access is checked before the body is read, and again afterwards, since that may take long. A change that
    /// arrives while its author is being removed may still be made.
    @Sendable
    private func changeDocument(_ request: Request, _ context: AppContext) async throws -> Response {
        let (identifier, account) = (try context.document, try context.account)
        _ = try await document(identifier, for: account)
        let limit = DocumentLimits.documentBodyByteCount
        let change = try await message(of: request, from: account, upTo: limit) {
            try StrictJSONDecoder().decode(DocumentChange.self, from: $0)
        }
        try DocumentLimits.check(title: change.title, text: change.text)
        var document = try await document(identifier, for: account)
        switch try await documents.change(identifier, to: change) {
        case .changed(let revision):
            events?.send(DocumentEvent(kind: .changed, document: identifier, account: account))
            (document.title, document.text, document.revision) = (change.title, change.text, revision)
            return try DocumentAnswer(document).response(from: request, context: context)
        case .conflict(let revision):
            return try EditedResponse(status: .conflict, response: Conflict(revision: revision))
                .response(from: request, context: context)
        case .unknown:
            throw Denial(reason: .noAccess, document: identifier)
        }
    }

    /// Deletes a document and forgets its collaboration.
    ///
    /// The first write ends the access of everybody, since each request needs the document. After a crash behind it the
    /// document is on the list of deleted ones, and ``finishDeletions()`` does the rest. An update or a proof that saw the
    /// document just before may store identities after the collaboration was forgotten. They give access to nothing:
    /// no other document gets this identifier.
    @Sendable
    private func deleteDocument(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status
    {
        let (identifier, account) = (try context.document, try context.account)
        _ = try await ownDocument(identifier, of: account)
        try await documents.delete(identifier)
        events?.send(DocumentEvent(kind: .deleted, document: identifier, account: account))
        try await finishDeletion(of: identifier)
        return .noContent
    }
}

extension DocumentService {
    /// Forgets the collaborations of documents that were deleted just before a crash.
    ///
    /// Call it when the server starts and then from time to time. Any number of servers may do so at once. A deletion
    /// that fails does not keep those after it from being finished.
    ///
    /// - Throws: The last failure.
    func finishDeletions() async throws {
        while true {
            let identifiers = try await documents.deletedDocuments(limit: DocumentLimits.pageCount)
            guard !identifiers.isEmpty else { return }
            var failure: (any Error)?
            for identifier in identifiers {
                do {
                    try await finishDeletion(of: identifier)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
    }

    /// Forgets the collaboration, and then that the document was deleted.
    ///
    /// Both may be repeated.
    func finishDeletion(of identifier: CollaborationIdentifier) async throws {
        try await collaborations.forget(identifier)
        try await documents.forget(identifier)
    }
}

/// The answer to a change of a revision that is not the current one.
struct Conflict: ResponseEncodable {
    struct Explanation: Encodable { let message: String }

    var error = Explanation(message: "revision: not the current one")

    /// The current revision.
    let revision: Int
}

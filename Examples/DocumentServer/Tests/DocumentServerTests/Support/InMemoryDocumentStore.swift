import CollaborationModels
import Synchronization

@testable import DocumentServer

/// A document store in memory.
final class InMemoryDocumentStore: DocumentStore {
    struct State {
        var documents: [CollaborationIdentifier: Document] = [:]
        var deleted: [CollaborationIdentifier: AccountIdentifier] = [:]
    }

    let state = Mutex(State())

    func create(_ document: Document, limit: Int) async throws {
        try state.withLock { state in
            guard state.documents[document.identifier] == nil else { return }
            guard state.documents.values.count(where: { $0.owner == document.owner }) < limit else {
                throw TooManyDocumentsError(limit: limit)
            }
            state.documents[document.identifier] = document
        }
    }

    func document(_ identifier: CollaborationIdentifier) async throws -> Document? {
        state.withLock { $0.documents[identifier] }
    }

    func summary(of identifier: CollaborationIdentifier) async throws -> DocumentSummary? {
        state.withLock { $0.documents[identifier]?.summary }
    }

    func summaries(of identifiers: [CollaborationIdentifier]) async throws -> [DocumentSummary] {
        state.withLock { state in identifiers.compactMap { state.documents[$0]?.summary } }
    }

    func documents(
        of owner: AccountIdentifier,
        after: CollaborationIdentifier,
        limit: Int
    ) async throws -> [DocumentSummary] {
        let documents = state.withLock { Array($0.documents.values) }
        let rest = documents.filter { $0.owner == owner && $0.identifier > after }.map(\.summary)
        return Array(rest.sorted { $0.identifier < $1.identifier }.prefix(limit))
    }

    func change(
        _ identifier: CollaborationIdentifier,
        to change: DocumentChange
    ) async throws -> ChangeOutcome {
        state.withLock { state in
            guard var document = state.documents[identifier] else { return .unknown }
            guard document.revision == change.revision else { return .conflict(revision: document.revision) }
            (document.title, document.text) = (change.title, change.text)
            document.revision += 1
            state.documents[identifier] = document
            return .changed(revision: document.revision)
        }
    }

    func setShared(_ identifier: CollaborationIdentifier, _ isShared: Bool) async throws {
        state.withLock { $0.documents[identifier]?.isShared = isShared }
    }

    func delete(_ identifier: CollaborationIdentifier) async throws {
        state.withLock { state in
            guard let document = state.documents.removeValue(forKey: identifier) else { return }
            state.deleted[identifier] = document.owner
        }
    }

    func deleteDocuments(of owner: AccountIdentifier, limit: Int) async throws -> [CollaborationIdentifier] {
        state.withLock { state in
            let own = state.documents.values.filter { $0.owner == owner }.map(\.identifier).prefix(limit)
            for identifier in own {
                state.documents[identifier] = nil
                state.deleted[identifier] = owner
            }
            return Array(own)
        }
    }

    func deletedDocuments(of owner: AccountIdentifier?, limit: Int) async throws -> [CollaborationIdentifier]
    {
        let deleted = state.withLock { $0.deleted }
        return Array(deleted.filter { owner == nil || $0.value == owner }.keys.prefix(limit))
    }

    func forget(_ identifier: CollaborationIdentifier) async throws {
        state.withLock { $0.deleted[identifier] = nil }
    }
}

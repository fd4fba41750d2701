import CollaborationCore
import Hummingbird

extension DocumentService {
    func addAccountRoutes(to router: RouterGroup<AppContext>) {
        router.delete("account", use: deleteAccount)
    }

    /// Deletes the account's documents, and takes the account out of all collaborations.
    ///
    /// First the documents are deleted, and with them the access of everybody else. After a crash ``finishDeletions()``
    /// forgets the collaborations of those that were deleted, and the account repeats the request for the rest. Whoever
    /// issues the tokens issues no more for the account before this.
    @Sendable
    private func deleteAccount(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status
    {
        let account = try context.account
        let limit = DocumentLimits.pageCount
        while case let page = try await documents.identifiers(of: account, after: nil, limit: limit),
            !page.isEmpty
        {
            for identifier in page {
                try await documents.delete(identifier)
                events?.send(DocumentEvent(kind: .deleted, document: identifier, account: account))
                try await finishDeletion(of: identifier)
            }
        }
        try await documents.forgetOwner(account)
        for identifier in try await collaborations.deleteAccount(account).sorted() {
            events?.send(DocumentEvent(kind: .left, document: identifier, account: account))
        }
        return .noContent
    }
}

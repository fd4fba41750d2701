import CollaborationModels
import Hummingbird

extension DocumentService {
    func addAccountRoutes(to router: RouterGroup<AppContext>) {
        router.delete("account", use: deleteAccount)
    }

    /// Deletes the account's documents, and takes the account out of all collaborations.
    ///
    /// First the documents are deleted, and with them the access of everybody else: not all in one transaction, which would
    /// hold up other accounts while hundreds of megabytes of texts are deleted. After a crash
    /// ``finishDeletions(of:)`` forgets the collaborations of those that were deleted, and the account repeats the
    /// request for the rest. Whoever issues the tokens issues no more for the account before this.
    @Sendable
    private func deleteAccount(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status
    {
        let account = try context.account
        let limit = DocumentLimits.deletionCount
        var deleted: [CollaborationIdentifier] = []
        repeat {
            deleted = try await documents.deleteDocuments(of: account, limit: limit)
            for identifier in deleted { events?.send(.deleted, document: identifier, account: account) }
        } while deleted.count == limit
        for identifier in try await collaborations.deleteAccount(account).sorted() {
            events?.send(.left, document: identifier, account: account)
        }
        try await finishDeletions(of: account)
        return .noContent
    }
}

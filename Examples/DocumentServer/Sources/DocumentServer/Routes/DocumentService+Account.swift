import CollaborationModels
import Hummingbird

extension DocumentService {
    func addAccountRoutes(to router: RouterGroup<AppContext>) {
        router.delete("account", use: deleteAccount)
    }

    /// Deletes the account's documents, and takes the account out of all collaborations.
    ///
    /// The first write deletes all documents of the account, and with them the access of everybody else. After a
    /// crash behind it, ``finishDeletions()`` forgets their collaborations, and the account repeats the
    /// request to leave what it has not yet left. Whoever issues the tokens issues no more for the account before this.
    @Sendable
    private func deleteAccount(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status
    {
        let account = try context.account
        let deleted = try await documents.deleteAll(of: account)
        for identifier in deleted { events?.send(.deleted, document: identifier, account: account) }
        for identifier in try await collaborations.deleteAccount(account).sorted() {
            events?.send(.left, document: identifier, account: account)
        }
        for identifier in deleted { try await finishDeletion(of: identifier) }
        return .noContent
    }
}

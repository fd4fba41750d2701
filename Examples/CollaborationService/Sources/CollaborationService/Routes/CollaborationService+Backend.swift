import CollaborationCore
import CollaborationServer
import Hummingbird
import Logging

/// What the team's back end asks for.
extension CollaborationService {
    /// How long the back end may use an answer that an account has access again, in seconds.
    static let cacheTime = 5

    func addBackendRoutes(to router: RouterGroup<AppContext>) {
        router.put("collaborations/:collaboration") { request, context in
            try context.requireBackend()
            let owner = AccountIdentifier(try request.query.get("account") ?? "")
            return try await start(context.collaboration, by: owner, request, .backend, status: .ok)
        }
        router.get("collaborations/:collaboration/accounts/:account") { _, context in
            try context.requireBackend()
            let (collaboration, account) = (try context.collaboration, try context.namedAccount)
            let access = try await collaborations.access(of: account, to: collaboration)
            var answer = AccessAnswer(access)
            answer.hasAccess = access != nil
            var response = Response(json: answer)
            // Who is admitted must not be refused for a while.
            response.headers[.cacheControl] = access == nil ? "no-store" : "private, max-age=\(Self.cacheTime)"
            return response
        }
        router.get("collaborations/:collaboration/accounts") { request, context in
            try context.requireBackend()
            let page = try PageRequest(request)
            let participants = try await collaborations.participants(of: context.collaboration)
            let last = page.after.map { AccountIdentifier($0) }
            let accounts = Set(participants.compactMap(\.account)).sorted()
                .drop { account in last.map { account <= $0 } ?? false }
            return Response(json: Array(accounts.prefix(page.limit)))
        }
        router.delete("collaborations/:collaboration/accounts/:account") { _, context -> HTTPResponse.Status in
            try context.requireBackend()
            let (collaboration, account) = (try context.collaboration, try context.namedAccount)
            let access = try await collaborations.access(of: account, to: collaboration)
            try await collaborations.remove(account, from: collaboration)
            let revoked = access == nil ? [] : [account]
            report(removed: access?.identities ?? [], revoked: revoked, in: collaboration, context)
            return .noContent
        }
        router.delete("accounts/:account") { _, context -> HTTPResponse.Status in
            try context.requireBackend()
            let account = try context.namedAccount
            let left = try await collaborations.erase(account)
            context.logger.notice("Erased", metadata: ["account": "\(account.rawValue)"])
            for collaboration in left.sorted() { development?.send(.left, collaboration, account) }
            return .noContent
        }
    }
}

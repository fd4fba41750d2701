import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import Metrics

/// What an app asks for, as an account.
extension CollaborationService {
    /// The greatest number of collaborations that an account may be in to start another one.
    static let maximumCount = 10_000

    func addAppRoutes(to router: RouterGroup<AppContext>) {
        router.post("collaborations") { request, context in
            let account = try context.account
            let count = try await collaborations.collaborations(of: account, limit: Self.maximumCount).count
            guard count < Self.maximumCount else {
                throw HTTPError(.conflict, message: "The account is in \(count) collaborations. End one first.")
            }
            // 122 random bits, which nobody can guess.
            let name = CollaborationIdentifier(UUID().uuidString.lowercased())
            return try await start(name, by: account, request, .account(account), status: .created)
        }
        router.get("collaborations") { request, context in
            let page = try PageRequest(request)
            let names = try await collaborations.collaborations(
                of: context.account,
                after: page.after.map { CollaborationIdentifier($0) },
                limit: page.limit
            )
            return Response(json: names)
        }
        router.get("collaborations/:collaboration") { _, context in
            Response(json: AccessAnswer(try await access(of: context.account, to: context.collaboration)))
        }
        router.post("collaborations/:collaboration/participants", use: update)
        router.post("collaborations/:collaboration/challenge") { _, context in
            try checkClock()
            return Response(try collaborations.challenge(for: context.collaboration, account: context.account).json)
        }
        router.post("collaborations/:collaboration/proof", use: prove)
        router.delete("collaborations/:collaboration/access") { _, context -> HTTPResponse.Status in
            let (collaboration, account) = (try context.collaboration, try context.account)
            try await collaborations.leave(collaboration, as: account)
            development?.send(.left, collaboration, account)
            return .noContent
        }
        router.delete("collaborations/:collaboration", use: end)
    }

    /// Returns what an account may do; throws a refusal if it has no access.
    func access(of account: AccountIdentifier, to collaboration: CollaborationIdentifier) async throws -> Access {
        guard let access = try await collaborations.access(of: account, to: collaboration) else {
            throw CollaborationError.refused(.noAccess)
        }
        return access
    }

    /// Adds and removes participants, as the owner's app was told by the system.
    @Sendable
    private func update(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status {
        let (collaboration, account) = (try context.collaboration, try context.account)
        let body = try await bodies.body(of: request, from: .account(account))
        let update = try ParticipantsUpdate(json: body)
        let revoked = try await collaborations.apply(update, to: collaboration, by: account)
        report(removed: update.removedIdentities, revoked: revoked, in: collaboration, context)
        development?.send(.updated, collaboration, account)
        return .noContent
    }

    @Sendable
    private func prove(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status {
        try checkClock()
        let (collaboration, account) = (try context.collaboration, try context.account)
        let body = try await bodies.body(of: request, from: .account(account))
        var outcome = "failed"
        defer { Counter(label: "admissions", dimensions: [("outcome", outcome)]).increment() }
        do {
            try await collaborations.admit(IdentityProofAnswer(json: body), as: account, to: collaboration)
        } catch {
            if case .refused(let refusal) = error { outcome = "\(refusal)" }
            throw error
        }
        outcome = "admitted"
        development?.send(.granted, collaboration, account)
        return .noContent
    }

    private func checkClock() throws {
        guard database?.isClockWrong != true else {
            let headers: HTTPFields = [.retryAfter: "60"]
            throw HTTPError(.serviceUnavailable, headers: headers, message: "The clock of this server is wrong.")
        }
    }

    /// Ends a collaboration for its owner, or forgets it for the back end, whose document is gone.
    @Sendable
    private func end(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status {
        let collaboration = try context.collaboration
        let revoked: Set<AccountIdentifier>
        if context.caller == .backend {
            revoked = try await collaborations.forget(collaboration)
        } else {
            let account = try context.account
            guard try await access(of: account, to: collaboration).isOwner else {
                throw CollaborationError.refused(.notOwner)
            }
            revoked = try await collaborations.end(collaboration)
            development?.send(.ended, collaboration, account)
        }
        context.logger.notice("Ended", metadata: ["collaboration": "\(collaboration.rawValue)"])
        report(removed: [], revoked: revoked, in: collaboration, context)
        return .noContent
    }
}

/// What an account may do; for the back end also if that is nothing.
struct AccessAnswer: Encodable {
    var hasAccess: Bool?
    let isOwner: Bool
    let selectedOptions: [String]

    init(_ access: Access?) {
        (isOwner, selectedOptions) = (access?.isOwner ?? false, access?.selectedOptions.sorted() ?? [])
    }
}

import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird

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
        router.post("collaborations/:collaboration/participants") { request, context -> HTTPResponse.Status in
            let (collaboration, account) = (try context.collaboration, try context.account)
            let body = try await bodies.body(of: request, from: .account(account))
            let update = try ParticipantsUpdate(json: body)
            let revoked = try await collaborations.apply(update, to: collaboration, by: account)
            report(removed: update.removedIdentities, revoked: revoked, in: collaboration, context)
            development?.send(.updated, collaboration, account)
            return .noContent
        }
        router.post("collaborations/:collaboration/challenge") { _, context in
            try checkClock()
            return Response(try collaborations.challenge(for: context.collaboration, account: context.account).json)
        }
        router.post("collaborations/:collaboration/proof") { request, context -> HTTPResponse.Status in
            try checkClock()
            let (collaboration, account) = (try context.collaboration, try context.account)
            let answer = try IdentityProofAnswer(json: try await bodies.body(of: request, from: .account(account)))
            try await collaborations.admit(answer, as: account, to: collaboration)
            development?.send(.granted, collaboration, account)
            return .noContent
        }
        router.delete("collaborations/:collaboration/access") { _, context -> HTTPResponse.Status in
            let (collaboration, account) = (try context.collaboration, try context.account)
            try await collaborations.leave(collaboration, as: account)
            development?.send(.left, collaboration, account)
            return .noContent
        }
        // The owner ends a collaboration; the back end forgets one whose document is gone.
        router.delete("collaborations/:collaboration") { _, context -> HTTPResponse.Status in
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

    /// Returns what an account may do; throws a refusal if it has no access.
    func access(of account: AccountIdentifier, to collaboration: CollaborationIdentifier) async throws -> Access {
        guard let access = try await collaborations.access(of: account, to: collaboration) else {
            throw CollaborationError.refused(.noAccess)
        }
        return access
    }

    private func checkClock() throws {
        guard database?.isClockWrong != true else {
            let headers: HTTPFields = [.retryAfter: "60"]
            throw HTTPError(.serviceUnavailable, headers: headers, message: "The clock of this server is wrong.")
        }
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

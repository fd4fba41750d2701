import CollaborationCore
import CollaborationServer
import HTTPTypes
import Hummingbird

/// What an app asks for, as an account, or the back end for one.
extension Routes {
    func addAppRoutes(to router: RouterGroup<AppContext>) {
        router.post("collaborations") { request, context in
            let account = try context.account(of: request)
            let message = try StartRequest(json: try await body(of: request, context))
            let collaboration = try await start(message, as: account, request, context)
            let isStartedAgain = message.collaborationIdentifier == collaboration
            return try link(to: collaboration, request, status: isStartedAgain ? .ok : .created)
        }
        router.get("collaborations") { request, context in
            let page = try PageRequest(request)
            let names = try await collaborations.list(
                of: context.account(of: request),
                after: page.after.map { CollaborationIdentifier($0) },
                limit: page.limit
            )
            var response = Response(CollaborationList(names).json)
            if names.count == page.limit, let last = names.last, let name = HTTPField.Name("Link") {
                let account = try request.query["account"].map { "account=\($0.percentEncoded)&" } ?? ""
                let query = "?\(account)after=\(last.rawValue.percentEncoded)&limit=\(page.limit)"
                response.headers[name] = "<\(query)>; rel=\"next\""
            }
            return response
        }
        router.get("collaborations/:collaboration") { request, context in
            Response(try await access(of: context.account(of: request), to: context.collaboration).answer.json)
        }
        router.get("collaborations/:collaboration/identities") { request, context in
            guard case .account(let asker) = context.caller else {
                throw HTTPError.invalidToken("The token is not an account's.")
            }
            let account = AccountIdentifier(try request.query["account"] ?? "")
            let identities = try await collaborations[context.collaboration].identities(of: account, for: asker)
            return Response(IdentitiesAnswer(identities: identities).json)
        }
        router.post("collaborations/:collaboration/participants") { request, context in
            let actor = try context.actor(of: request)
            let update = try ParticipantsUpdate(json: try await body(of: request, context))
            let removed = update.removedIdentities.map { AuditLine.Event(.identityRemoved($0)) }
            return try await act(request, context, sets: removed) { try await $0.apply(update, by: actor) }
        }
        router.post("collaborations/:collaboration/challenge") { request, context in
            try checkClock()
            let account = try context.account(of: request)
            // It may be anything, of the size of a message.
            _ = try await body(of: request, context)
            return Response(try collaborations[context.collaboration].challenge(as: account).json)
        }
        router.post("collaborations/:collaboration/proof") { request, context in
            try checkClock()
            let account = try context.account(of: request)
            let answer = try IdentityProofAnswer(json: try await body(of: request, context))
            return try await act(request, context) { try await $0.admit(answer, as: account) }
        }
        router.delete("collaborations/:collaboration/access") { request, context in
            let account = try context.account(of: request)
            return try await act(request, context) { try await $0.leave(as: account) }
        }
        // The owner ends a collaboration; the back end forgets one whose document is gone.
        router.delete("collaborations/:collaboration") { request, context in
            let actor = try context.actor(of: request)
            return try await act(request, context, sets: actor == .server ? [.init(.forgotten)] : []) {
                collaboration in
                guard actor == .server else { return try await collaboration.end(by: actor) }
                return try await Database.$starter.withValue(.to(nil)) { try await collaboration.forget() }
            }
        }
    }

    /// Returns what an account may do; throws a refusal if it has no access.
    func access(of account: AccountIdentifier, to collaboration: CollaborationIdentifier) async throws -> Access {
        guard let access = try await collaborations[collaboration].access(of: account) else {
            throw CollaborationError.refused(.noAccess)
        }
        return access
    }

    /// Starts the collaboration that a request names and the account owns, or otherwise a new one.
    ///
    /// A name that the account has no access to, as when it has ended or is used up, gets a new collaboration, so that nobody
    /// takes over the name of another one or learns that it exists.
    private func start(
        _ message: StartRequest,
        as account: AccountIdentifier,
        _ request: Request,
        _ context: AppContext
    ) async throws -> CollaborationIdentifier {
        func start(_ name: CollaborationIdentifier) async throws -> CollaborationIdentifier {
            try await Database.$starter.withValue(.to(account)) {
                let sets = [AuditLine.Event(.selected(Set(message.selectedOptions)))]
                try await act(in: name, request, context, sets: sets) { try await $0.start(message, as: account) }
            }
            return name
        }
        // 122 bits that nobody can guess; the same ones when a start is repeated.
        let new = message.collaboration(startedBy: account)
        for name in [message.collaborationIdentifier, new] {
            guard let name else { continue }
            let version = try await version(of: name)
            guard let access = try await collaborations[name].access(of: account) else { continue }
            guard access.isOwner else { throw CollaborationError.refused(.notOwner) }
            do {
                return try await Database.$onlyVersion.withValue(version) { try await start(name) }
            } catch CollaborationError.store(is Database.OtherVersion) {
                // It was changed meanwhile, and may have ended.
                return try await self.start(message, as: account, request, context)
            }
        }
        guard try await startedCount(of: account) < maximumStartedCount else {
            let message = "The account has started \(maximumStartedCount) collaborations that are not forgotten."
            throw HTTPError(.conflict, message: message)
        }
        do {
            return try await start(new)
        } catch CollaborationError.refused(.nameUsedUp) {
            return try await start(StartRequest().collaboration(startedBy: account))
        }
    }

    private func version(of name: CollaborationIdentifier) async throws(CollaborationError) -> RecordVersion? {
        do { return try await store.record(of: name)?.version } catch { throw .store(error) }
    }

    /// An ended collaboration counts too, as long as its record stays.
    private func startedCount(of account: AccountIdentifier) async throws(CollaborationError) -> Int {
        do { return try await store.base.startedCount(of: account) } catch { throw .store(error) }
    }

    private func checkClock() throws {
        guard database?.isClockWrong != true else {
            let headers: HTTPFields = [.retryAfter: "60"]
            throw HTTPError(.serviceUnavailable, headers: headers, message: "The clock of this server is wrong.")
        }
    }
}

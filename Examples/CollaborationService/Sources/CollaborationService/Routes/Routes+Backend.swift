import CollaborationCore
import CollaborationServer
import HTTPTypes
import Hummingbird

/// What the team's back end asks for.
extension Routes {
    /// How long the back end may use an answer that an account has access again, in seconds.
    static let cacheTime = 5

    func addBackendRoutes(to router: RouterGroup<AppContext>) {
        router.put("collaborations/:collaboration") { request, context in
            let (collaboration, owner) = (try context.collaboration, try context.account(of: request))
            let message = try StartRequest(json: try await body(of: request, context))
            var isNew = false
            try await Database.$starter.withValue(.to(owner)) {
                let sets = [AuditLine.Event(.selected(Set(message.selectedOptions)))]
                try await act(request, context, sets: sets) {
                    let change = try await $0.start(message, as: owner)
                    isNew = change.events.contains(.started(owner))
                    return change
                }
            }
            return try link(to: collaboration, request, status: isNew ? .created : .ok)
        }
        router.get("collaborations/:collaboration/accounts/:account") { _, context in
            let (collaboration, account) = (try context.collaboration, try context.namedAccount)
            let access = try await collaborations[collaboration].access(of: account)
            var response = Response(json: AccessBody(access))
            // Who is admitted must not be refused for a while.
            response.headers[.cacheControl] = access == nil ? "no-store" : "private, max-age=\(Self.cacheTime)"
            return response
        }
        router.get("collaborations/:collaboration/accounts") { request, context in
            let page = try PageRequest(request)
            guard let people = try await collaborations[context.collaboration].people() else {
                throw CollaborationError.refused(.notStarted)
            }
            let last = page.after.map { AccountIdentifier($0) }
            let accounts = people.guests.union(people.participants.keys).union([people.owner]).sorted()
                .drop { account in last.map { account <= $0 } ?? false }
            return Response(json: Array(accounts.prefix(page.limit)))
        }
        router.delete("accounts/:account") { request, context in
            try await erase(context.namedAccount, request, context)
            return HTTPResponse.Status.noContent
        }
        router.get("changes") { request, _ in
            let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
            return try changes.response(after: last ?? request.query["after"])
        }
    }
}

extension Routes {
    private func erase(_ account: AccountIdentifier, _ request: Request, _ context: AppContext) async throws {
        let events = [AuditLine.Event(kind: .erased, account: account)]
        var line = AuditLine(request, context, nil)
        line.events = events
        try await audit.record(line) { [line] in
            try await collaborations.erase(account) { change in
                changes.send(change)
                demo?.send(change)
                var line = line
                (line.collaboration, line.events) = (change.collaboration, change.events.map { AuditLine.Event($0) })
                line.time = Database.progress.map { AuditLine.text(of: $0.value.end) } ?? AuditLine.now
                // One that cannot be written is kept.
                try? audit.write(line)
            }
            do { try await store.base.eraseStarter(account) } catch { throw CollaborationError.store(error) }
            return events
        } unknown: {
            changes.sendMissed()
        }
    }
}

/// What an account may do, also if that is nothing.
private struct AccessBody: Encodable {
    let hasAccess, isOwner: Bool
    let permittedOptions: [OptionIdentifier]

    init(_ access: Access?) {
        (hasAccess, isOwner) = (access != nil, access?.isOwner ?? false)
        permittedOptions = access?.answer.permittedOptions ?? []
    }
}

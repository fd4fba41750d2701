import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import Synchronization

/// What only the page of the development mode needs: tokens for everybody, texts in memory, and events.
final class Demo: Sendable {
    private let texts = Mutex<[CollaborationIdentifier: String]>([:])
    let events = EventFeed()

    func addRoutes(to router: Router<AppContext>, _ authenticated: RouterGroup<AppContext>, _ routes: Routes) {
        // Gives everybody the account that they ask for.
        router.post("development/tokens") { request, context in
            // nginx names this machine by default, whatever its client asks for, and of itself says no more than this.
            guard request.headers[.connection]?.lowercased() != "close" else {
                throw HTTPError(.misdirectedRequest, message: "Connection: close, as from a proxy")
            }
            let body = try await routes.body(of: request, context)
            let wanted = try? JSONDecoder().decode([String: AccountIdentifier].self, from: body)
            guard let account = wanted?["account"] else {
                throw HTTPError(.badRequest, message: "account: missing, empty or too long")
            }
            return Response(json: ["token": try routes.accounts.issue(for: account)])
        }
        router.get("development/events") { _, _ in try self.events.response(after: nil) }
        authenticated.get("development/texts/:collaboration") { request, context in
            let collaboration = try context.collaboration
            _ = try await routes.access(of: context.account(of: request), to: collaboration)
            return Response(json: ["text": self.texts.withLock { $0[collaboration] ?? "" }])
        }
        authenticated.put("development/texts/:collaboration") { request, context in
            let (collaboration, account) = (try context.collaboration, try context.account(of: request))
            let body = try await routes.body(of: request, context)
            let access = try await routes.access(of: account, to: collaboration)
            guard access.permits("write") else {
                self.refused("notAllowed(write)", request, context)
                return Response(CollaborationError.refused(.noAccess).body, status: .forbidden)
            }
            guard let text = try? JSONDecoder().decode([String: String].self, from: body)["text"] else {
                throw HTTPError(.badRequest, message: "text: missing")
            }
            self.texts.withLock { $0[collaboration] = text }
            self.send(.changed, collaboration, account)
            return Response(status: .noContent)
        }
    }
}

extension Demo {
    struct Event: Encodable, Sendable {
        enum Kind: String, Encodable { case started, granted, refused, updated, removed, changed, left, ended }

        let kind: Kind
        let collaboration: CollaborationIdentifier
        var account: AccountIdentifier?
        var request, reason: String?
    }

    func send(_ change: Change) {
        let collaboration = change.collaboration
        for account in change.lost.sorted() where !change.events.contains(.left(account)) {
            send(.removed, collaboration, account)
        }
        var isUpdated = false
        for event in change.events {
            switch event {
            case .started(let account): send(.started, collaboration, account)
            case .admitted(let account, _), .guestAdmitted(let account): send(.granted, collaboration, account)
            case .left(let account): send(.left, collaboration, account)
            case .ended, .forgotten: send(.ended, collaboration)
            case .invited, .identityRemoved: isUpdated = true
            default: break
            }
        }
        if isUpdated { send(.updated, collaboration) }
    }

    func send(_ kind: Event.Kind, _ collaboration: CollaborationIdentifier, _ account: AccountIdentifier? = nil) {
        events.send(Event(kind: kind, collaboration: collaboration, account: account), kind: "message")
    }

    func refused(_ reason: String, _ request: Request, _ context: AppContext) {
        guard let collaboration = try? context.collaboration, let account = try? context.account(of: request) else {
            return
        }
        let path = "\(request.method.rawValue) \(request.uri.path)"
        let event = Event(kind: .refused, collaboration: collaboration, account: account, request: path, reason: reason)
        events.send(event, kind: "message")
    }
}

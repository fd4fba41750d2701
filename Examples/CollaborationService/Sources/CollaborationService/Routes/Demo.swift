import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import Synchronization

/// What only the page of the development mode needs: tokens for everybody, texts in memory, and events.
final class Demo: Sendable {
    private let texts = Mutex<[CollaborationIdentifier: String]>([:])
    let streams = Mutex<[AsyncStream<Event>.Continuation]>([])

    func addRoutes(
        to router: Router<AppContext>,
        _ authenticated: RouterGroup<AppContext>,
        _ routes: Routes
    ) {
        // Gives everybody the account that they ask for.
        router.post("development/tokens") { request, context in
            let body = try await routes.body(of: request, context)
            let wanted = try? JSONDecoder().decode([String: AccountIdentifier].self, from: body)
            guard let account = wanted?["account"] else {
                throw HTTPError(.badRequest, message: "account: missing, empty or too long")
            }
            return Response(json: ["token": try routes.accounts.issue(for: account)])
        }
        router.get("development/events") { _, _ in try self.events() }
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

/// The events, which the open pages get in the order in which they happen.
extension Demo {
    struct Event: Encodable, Sendable {
        enum Kind: String, Encodable { case started, granted, refused, updated, removed, changed, left, ended }

        let kind: Kind
        let collaboration: CollaborationIdentifier
        var account: AccountIdentifier?
        var request, reason: String?
    }

    /// Tells what a change has done, and who has lost access by it.
    func send(_ change: Change, in collaboration: CollaborationIdentifier) {
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
        send(Event(kind: kind, collaboration: collaboration, account: account))
    }

    func refused(_ reason: String, _ request: Request, _ context: AppContext) {
        guard let collaboration = try? context.collaboration, let account = try? context.account(of: request) else {
            return
        }
        let path = "\(request.method.rawValue) \(request.uri.path)"
        send(Event(kind: .refused, collaboration: collaboration, account: account, request: path, reason: reason))
    }

    /// A page that lets its buffer run full is dropped, and subscribes again.
    ///
    /// One that is gone is found here and not by a handler of its end, which would take the lock while its task has another one,
    /// which yielding takes.
    private func send(_ event: Event) {
        streams.withLock { streams in
            streams.removeAll { stream in
                if case .enqueued = stream.yield(event) { return false }
                stream.finish()
                return true
            }
        }
    }

    private func events() throws -> Response {
        let (events, stream) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingOldest(256))
        try streams.withLock { streams in
            guard streams.count < 20 else {
                throw HTTPError(.serviceUnavailable, message: "20 pages listen. Close one.")
            }
            streams.append(stream)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                // A comment, so that the page learns at once that it is connected.
                try await writer.write(ByteBuffer(string: ":\n\n"))
                for try await event in events.cancelOnGracefulShutdown() {
                    let line = String(decoding: try JSONEncoder.sorted.encode(event), as: UTF8.self)
                    try await writer.write(ByteBuffer(string: "data: \(line)\n\n"))
                }
                try await writer.finish(nil)
            }
        )
    }
}

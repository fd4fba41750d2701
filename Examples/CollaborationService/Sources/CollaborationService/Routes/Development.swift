import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import ServiceLifecycle
import Synchronization

/// What only the page of the development mode needs: tokens for everybody, texts in memory, and events.
final class Development: Sendable {
    private let texts = Mutex<[CollaborationIdentifier: String]>([:])
    let streams = Mutex<[AsyncStream<Event>.Continuation]>([])

    func addRoutes(
        to router: Router<AppContext>,
        _ authenticated: RouterGroup<AppContext>,
        _ service: CollaborationService
    ) {
        // Gives everybody the account that they ask for.
        router.post("development/tokens") { request, _ in
            let body = try await service.bodies.body(of: request, from: .backend)
            let wanted = try? JSONDecoder().decode([String: AccountIdentifier].self, from: body)
            guard let account = wanted?["account"] else {
                throw HTTPError(.badRequest, message: "account: missing, empty or too long")
            }
            return Response(json: ["token": try service.accounts.issue(for: account)])
        }
        router.get("development/events") { _, _ in try self.events() }
        authenticated.get("development/texts/:collaboration") { _, context in
            let collaboration = try context.collaboration
            _ = try await service.access(of: context.account, to: collaboration)
            return Response(json: ["text": self.texts.withLock { $0[collaboration] ?? "" }])
        }
        authenticated.put("development/texts/:collaboration") { request, context in
            let (collaboration, account) = (try context.collaboration, try context.account)
            let body = try await service.bodies.body(of: request, from: .account(account))
            let access = try await service.access(of: account, to: collaboration)
            guard access.isOwner || access.allows("write") else {
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
extension Development {
    struct Event: Encodable, Sendable {
        enum Kind: String, Encodable { case started, granted, refused, updated, removed, changed, left, ended }

        let kind: Kind
        let collaboration: CollaborationIdentifier
        let account: AccountIdentifier
        var request, reason: String?
    }

    func send(_ kind: Event.Kind, _ collaboration: CollaborationIdentifier, _ account: AccountIdentifier) {
        send(Event(kind: kind, collaboration: collaboration, account: account))
    }

    func refused(_ reason: String, _ request: Request, _ context: AppContext) {
        guard let collaboration = try? context.collaboration, let account = try? context.account else { return }
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

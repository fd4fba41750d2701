import Hummingbird
import Testing

/// Reads server-sent events of a response.
final class EventReader: Sendable {
    struct Event { let id, kind, data: String }

    private let task: Task<Void, any Error>
    private let texts: AsyncStream<String>

    init(_ response: Response) throws {
        let (texts, text) = AsyncStream.makeStream(of: String.self)
        self.texts = texts
        task = Task { try await response.body.write(Writer(text: text)) }
    }

    /// The identifier that it is told when it is connected.
    func connected() async throws -> String {
        let text = await texts.first { _ in true } ?? ""
        return String(try #require(text.wholeMatch(of: #/id: (.*)\n\n/#)).1)
    }

    /// The next events.
    func events(_ count: Int) async throws -> [Event] {
        var events: [Event] = []
        while events.count < count, let text = await texts.first(where: { $0.contains("event") }) {
            let event = try #require(text.wholeMatch(of: #/id: (.*)\nevent: (.*)\ndata: (.*)\n\n/#))
            events.append(Event(id: String(event.1), kind: String(event.2), data: String(event.3)))
        }
        return events
    }

    func end() { task.cancel() }

    private struct Writer: ResponseBodyWriter {
        let text: AsyncStream<String>.Continuation

        mutating func write(_ buffer: ByteBuffer) async throws { text.yield(String(buffer: buffer)) }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws { text.finish() }
    }
}

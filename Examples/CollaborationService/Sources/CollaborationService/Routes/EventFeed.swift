import Foundation
import Hummingbird
import ServiceLifecycle
import Synchronization

/// Server-sent events of this server.
///
/// Those of the last ten minutes are kept, at most 4 MiB of them. A reader that has missed others, or comes from another
/// process, gets the event `missed`.
final class EventFeed: Service {
    private struct State {
        var events: ArraySlice<(time: ContinuousClock.Instant, text: String)> = []
        var (lastNumber, byteCount) = (0, 0)
        var readers: [UUID: AsyncStream<Void>.Continuation] = [:]
    }

    private let process = UUID().uuidString.lowercased()
    private let maximumByteCount: Int
    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(
        maximumByteCount: Int = 4 * 1024 * 1024,
        lifetime: Duration = .seconds(600),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.maximumByteCount, self.lifetime, self.now) = (maximumByteCount, lifetime, now)
    }

    var readerCount: Int { state.withLock { $0.readers.count } }

    /// Tells every reader that it has missed an event.
    func sendMissed() {
        wake { state in
            state.lastNumber += 1
            (state.events, state.byteCount) = ([], 0)
        }
    }

    func send(_ event: some Encodable, kind: String) {
        guard let json = try? JSONEncoder.sorted.encode(event) else { return }
        wake { state in
            state.lastNumber += 1
            let id = "\(process):\(state.lastNumber)"
            let text = "id: \(id)\nevent: \(kind)\ndata: \(String(decoding: json, as: UTF8.self))\n\n"
            state.events.append((now(), text))
            state.byteCount += text.utf8.count
            while let first = state.events.first,
                state.byteCount > maximumByteCount || now() - first.time > lifetime
            {
                state.byteCount -= first.text.utf8.count
                state.events.removeFirst()
            }
        }
    }

    /// Changes the events, and wakes the readers.
    private func wake(_ change: (inout State) -> Void = { _ in }) {
        let readers = state.withLock { state in
            change(&state)
            return Array(state.readers.values)
        }
        for reader in readers { reader.yield() }
    }

    /// Wakes the readers every ten seconds, so that a connection that is gone is found.
    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(10))
                self.wake()
            }
        }
    }

    /// Answers with the events after one, or with those from now on.
    func response(after id: String?) throws -> Response {
        guard readerCount < 20 else { throw HTTPError(.serviceUnavailable, message: "20 readers are connected.") }
        var position = state.withLock { $0.lastNumber }
        if let id {
            let parts = id.split(separator: ":")
            position = parts.count == 2 && parts[0] == process ? Int(parts[1]) ?? -1 : -1
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { [position] writer in
                let (wakeups, reader) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                let identifier = UUID()
                var position = position
                self.state.withLock { $0.readers[identifier] = reader }
                defer { self.state.withLock { $0.readers[identifier] = nil } }
                reader.yield()
                for await _ in wakeups.cancelOnGracefulShutdown() {
                    // No event, but the reader learns that it is connected, and what to come back with before it has read one.
                    var text = "id: \(self.process):\(position)\n\n"
                    repeat {
                        try await writer.write(ByteBuffer(string: text))
                        text = self.next(after: &position)
                    } while !text.isEmpty
                }
                try await writer.finish(nil)
            }
        )
    }

    /// The event after a number, which moves on; empty if there is none.
    private func next(after position: inout Int) -> String {
        state.withLock { state in
            let oldest = state.lastNumber - state.events.count
            if position < oldest || position > state.lastNumber {
                position = state.lastNumber
                return "id: \(process):\(position)\nevent: missed\ndata: {}\n\n"
            }
            guard position < state.lastNumber else { return "" }
            position += 1
            return state.events[state.events.startIndex + position - 1 - oldest].text
        }
    }
}

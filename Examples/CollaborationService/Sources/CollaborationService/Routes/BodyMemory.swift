import CollaborationCore
import Foundation
import Hummingbird
import Synchronization

/// Bounds the bytes of the bodies that are on their way.
///
/// The first 4 KiB of each body are free: the number of connections bounds them, and most bodies have no more. Beyond
/// that an account may hold two of the largest bodies, and all accounts together 32 MiB.
final class BodyMemory: Sendable {
    static let freeByteCount = 4096
    private static let accountByteCount = 2 * JSONLimits.messageByteCount

    private let maximum: Int
    private let state = Mutex<(total: Int, ofCaller: [Caller?: Int])>((0, [:]))

    init(byteCount: Int = 32 * 1024 * 1024) { maximum = byteCount }

    /// Reads the body of a request.
    ///
    /// - Throws: Status 413 for a body that is larger than every message, and 429 while the memory is taken.
    func body(of request: Request, from caller: Caller?) async throws -> Data {
        let limit = JSONLimits.messageByteCount
        let tooLarge = HTTPError(.contentTooLarge, message: "The body has more than \(limit) bytes.")
        guard request.headers[.contentLength].flatMap({ Int($0) }) ?? 0 <= limit else { throw tooLarge }
        var (bytes, held) = (Data(), 0)
        defer { hold(-held, by: caller) }
        for try await part in request.body {
            guard bytes.count + part.readableBytes <= limit else { throw tooLarge }
            let more = max(0, bytes.count + part.readableBytes - Self.freeByteCount) - held
            guard hold(more, by: caller) else {
                throw HTTPError(.tooManyRequests, headers: [.retryAfter: "1"], message: "Too many bytes.")
            }
            held += more
            bytes.append(contentsOf: part.readableBytesView)
        }
        RequestCost.current?.add(bytes.count)
        return bytes
    }

    @discardableResult
    private func hold(_ count: Int, by caller: Caller?) -> Bool {
        if count == 0 { return true }
        return state.withLock { state in
            let ofCaller = state.ofCaller[caller, default: 0] + count
            let isTooMuch = state.total + count > maximum || caller != .backend && ofCaller > Self.accountByteCount
            guard count < 0 || !isTooMuch else { return false }
            state.total += count
            state.ofCaller[caller] = ofCaller > 0 ? ofCaller : nil
            return true
        }
    }
}

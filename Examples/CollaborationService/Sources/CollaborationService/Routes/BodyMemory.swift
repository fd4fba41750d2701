import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import Synchronization

/// Bounds the bodies that are on their way, and their bytes.
///
/// An account may send 32 bodies at once, and an address 128, so that bodies that never end take few connections. The first
/// 4 KiB of each body are free: the number of connections bounds them, and most bodies have no more. Beyond that an account
/// may hold two of the largest bodies, and all accounts together 32 MiB. The back end has none of these bounds but the last.
final class BodyMemory: Sendable {
    private enum Bound: Hashable {
        case bytes
        case bytesOf(AccountIdentifier)
        case bodiesOf(AccountIdentifier)
        case bodiesAt(address: String)
    }

    private let maximum: Int
    private let counts = Mutex<[Bound: Int]>([:])

    init(byteCount: Int = 32 * 1024 * 1024) { maximum = byteCount }

    /// Reads the body of a request.
    ///
    /// - Throws: Status 413 for a body that is larger than every message, and 429 while the memory is taken.
    func body(of request: Request, from caller: Collaboration.Actor?, at address: String?) async throws -> Data {
        let limit = JSONLimits.messageByteCount
        var tooLarge: HTTPError { HTTPError(.contentTooLarge, message: "The body has more than \(limit) bytes.") }
        var tooMany: HTTPError { HTTPError(.tooManyRequests, headers: [.retryAfter: "1"], message: "Too many bytes.") }
        guard request.headers[.contentLength].flatMap({ Int($0) }) ?? 0 <= limit else { throw tooLarge }
        let account = caller?.account
        let ofBodies = [address.map { .bodiesAt(address: $0) }, account.map { Bound.bodiesOf($0) }].compactMap(\.self)
        let ofBytes = [.bytes] + (account.map { [Bound.bytesOf($0)] } ?? [])
        guard add(1, to: ofBodies) else { throw tooMany }
        var (bytes, held) = (Data(), 0)
        defer {
            if held > 0 { _ = add(-held, to: ofBytes) }
            _ = add(-1, to: ofBodies)
        }
        for try await part in request.body {
            guard bytes.count + part.readableBytes <= limit else { throw tooLarge }
            let more = max(0, bytes.count + part.readableBytes - 4096) - held
            guard more == 0 || add(more, to: ofBytes) else { throw tooMany }
            held += more
            bytes.append(contentsOf: part.readableBytesView)
        }
        RequestCost.current?.add(bytes.count)
        return bytes
    }

    private func maximum(of bound: Bound) -> Int {
        switch bound {
        case .bytes: maximum
        case .bytesOf: 2 * JSONLimits.messageByteCount
        case .bodiesOf: 32
        case .bodiesAt: 128
        }
    }

    /// Adds to counts, unless one would become greater than it may.
    private func add(_ count: Int, to bounds: [Bound]) -> Bool {
        counts.withLock { counts in
            let areKept = bounds.allSatisfy { counts[$0, default: 0] + count <= maximum(of: $0) }
            guard count <= 0 || areKept else { return false }
            for bound in bounds { counts.add(count, to: bound) }
            return true
        }
    }
}

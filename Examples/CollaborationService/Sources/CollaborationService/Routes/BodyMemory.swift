import CollaborationCore
import Foundation
import Hummingbird
import Synchronization

/// Bounds the bodies that are on their way, and their bytes.
///
/// An account may send 32 bodies at once, and an address 128, so that bodies that never end take few connections. The first
/// 4 KiB of each body are free: the number of connections bounds them, and most bodies have no more. Beyond that an account
/// may hold two of the largest bodies, and all accounts together 32 MiB. The back end has none of these bounds but the last.
final class BodyMemory: Sendable {
    static let freeByteCount = 4096
    private static let accountByteCount = 2 * JSONLimits.messageByteCount

    private enum Holder: Hashable {
        case account(AccountIdentifier)
        case address(String)

        var maximumBodyCount: Int { if case .account = self { 32 } else { 128 } }
    }

    private let maximum: Int
    private let state = Mutex((byteCount: 0, ofAccounts: [AccountIdentifier: Int](), bodies: [Holder: Int]()))

    init(byteCount: Int = 32 * 1024 * 1024) { maximum = byteCount }

    /// Reads the body of a request.
    ///
    /// - Throws: Status 413 for a body that is larger than every message, and 429 while the memory is taken.
    func body(of request: Request, from caller: Caller?, at address: String?) async throws -> Data {
        let limit = JSONLimits.messageByteCount
        let tooLarge = HTTPError(.contentTooLarge, message: "The body has more than \(limit) bytes.")
        let tooMany = HTTPError(.tooManyRequests, headers: [.retryAfter: "1"], message: "Too many bytes.")
        guard request.headers[.contentLength].flatMap({ Int($0) }) ?? 0 <= limit else { throw tooLarge }
        let account: AccountIdentifier? = if case .account(let name) = caller { name } else { nil }
        let holders = [account.map { Holder.account($0) }, address.map { .address($0) }].compactMap { $0 }
        guard begin(holders) else { throw tooMany }
        var (bytes, held) = (Data(), 0)
        defer {
            hold(-held, by: account)
            state.withLock { state in for holder in holders { state.bodies.add(-1, to: holder) } }
        }
        for try await part in request.body {
            guard bytes.count + part.readableBytes <= limit else { throw tooLarge }
            let more = max(0, bytes.count + part.readableBytes - Self.freeByteCount) - held
            guard hold(more, by: account) else { throw tooMany }
            held += more
            bytes.append(contentsOf: part.readableBytesView)
        }
        RequestCost.current?.add(bytes.count)
        return bytes
    }

    private func begin(_ holders: [Holder]) -> Bool {
        state.withLock { state in
            guard holders.allSatisfy({ state.bodies[$0, default: 0] < $0.maximumBodyCount }) else { return false }
            for holder in holders { state.bodies.add(1, to: holder) }
            return true
        }
    }

    @discardableResult
    private func hold(_ count: Int, by account: AccountIdentifier?) -> Bool {
        if count == 0 { return true }
        return state.withLock { state in
            let ofAccount = account.map { state.ofAccounts[$0, default: 0] + count } ?? 0
            guard count < 0 || state.byteCount + count <= maximum && ofAccount <= Self.accountByteCount else {
                return false
            }
            state.byteCount += count
            if let account { state.ofAccounts.add(count, to: account) }
            return true
        }
    }
}

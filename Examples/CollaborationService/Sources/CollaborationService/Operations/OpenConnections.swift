import Foundation
import HTTPTypes
import Metrics
import NIOCore
import Synchronization

/// Counts the open connections, bounds those of one address, and closes one for a new one when there are too many: the one that
/// has been idle for longest, or if none is idle the oldest request of the client with the most requests.
final class OpenConnections: Sendable {
    /// A connection, with its number in the order in which connections became idle or busy, and the client of its request.
    struct Place { fileprivate let channel: any Channel, address: String, number: Int, client: String? }

    private struct State {
        var counts: [String: Int] = [:]
        var (openCount, next) = (0, 0)

        /// The connections by the clients of their requests, and by nil if they are idle.
        var channels: [String?: [Int: any Channel]] = [:]

        @discardableResult
        mutating func remove(_ number: Int, of client: String?) -> (any Channel)? {
            defer { if channels[client]?.isEmpty == true { channels[client] = nil } }
            return channels[client]?.removeValue(forKey: number)
        }

        /// Takes out the connection to close for a new one; nil if no client has more than one request.
        mutating func removeFirst() -> (any Channel)? {
            let sizes = channels.map { (client: $0, size: $0 == nil ? Int.max : $1.count) }
            guard let (client, size) = sizes.max(by: { $0.size < $1.size }), client == nil || size > 1,
                let number = channels[client]?.keys.min()
            else { return nil }
            return remove(number, of: client)
        }
    }

    private let maximum, maximumOfAddress: Int
    private let isBehindProxy: Bool
    private let state = Mutex(State())
    private let total: Meter

    init(maximum: Int, maximumOfAddress: Int = .max, isBehindProxy: Bool = false, label: String = "http_connections") {
        (self.maximum, self.maximumOfAddress) = (maximum, maximumOfAddress)
        (self.isBehindProxy, total) = (isBehindProxy, Meter(label: label))
    }

    /// Counts one more connection; nil if the address has too many, or none can be closed for it.
    ///
    /// Its request is on its way: it is not closed as an idle one before the others that come.
    func open(_ address: String, _ channel: any Channel) -> Place? {
        let (isAllowed, other): (Bool, (any Channel)?) = state.withLock { state in
            guard state.counts[address, default: 0] < maximumOfAddress else { return (false, nil) }
            let other = state.openCount < maximum ? nil : state.removeFirst()
            guard state.openCount < maximum || other != nil else { return (false, nil) }
            state.counts.add(1, to: address)
            state.openCount += 1
            return (true, other)
        }
        other?.close(promise: nil)
        guard isAllowed else { return nil }
        total.increment()
        return enter(Place(channel: channel, address: address, number: -1, client: nil), client: address)
    }

    /// Notes that the answers to all requests were sent.
    func idle(_ place: Place) -> Place { enter(place, client: nil) }

    /// Notes that a request has begun, with its head.
    func busy(_ place: Place, _ headers: HTTPFields) -> Place {
        let client = ClientAddress.network(of: headers, connection: nil, behindProxy: isBehindProxy)
        return enter(place, client: client ?? place.address)
    }

    private func enter(_ place: Place, client: String?) -> Place {
        state.withLock { state in
            state.remove(place.number, of: place.client)
            let new = Place(channel: place.channel, address: place.address, number: state.next, client: client)
            state.channels[client, default: [:]][new.number] = place.channel
            state.next += 1
            return new
        }
    }

    func close(_ place: Place) {
        state.withLock { state in
            state.remove(place.number, of: place.client)
            state.openCount -= 1
            state.counts.add(-1, to: place.address)
        }
        total.decrement()
    }
}

extension Dictionary where Value == Int {
    /// Adds to a count, which is absent when it is zero.
    mutating func add(_ number: Int, to key: Key) {
        let sum = self[key, default: 0] + number
        self[key] = sum == 0 ? nil : sum
    }
}

extension OpenConnections {
    /// The number of connections that may be open, after the limit of open files is raised as far as they need it.
    static func possible(of wanted: Int) -> Int {
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limit = rlimit()
        // The pointers are those of a local value. 100 files are for the database, the log and the event loops.
        guard unsafe getrlimit(resource, &limit) == 0 else { return wanted }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(wanted + 100)))
        _ = unsafe setrlimit(resource, &limit)
        _ = unsafe getrlimit(resource, &limit)
        return max(1, min(wanted, Int(clamping: limit.rlim_cur) - 100))
    }
}

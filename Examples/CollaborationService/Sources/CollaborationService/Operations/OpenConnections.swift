import Foundation
import Metrics
import NIOCore
import Synchronization

/// Counts the open connections, bounds those of one address, and closes an idle one for a new one when there are too many.
final class OpenConnections: Sendable {
    /// A connection, and its number while it has no request: the lower, the longer.
    struct Place { fileprivate let channel: any Channel, address: String, idleNumber: Int? }

    private struct State {
        var counts: [String: Int] = [:]
        var openCount = 0
        var idle: [Int: any Channel] = [:]
        var (firstIdle, nextIdle) = (0, 0)
    }

    private let maximum, maximumOfAddress: Int
    private let state = Mutex(State())
    private let total: Meter

    init(maximum: Int, maximumOfAddress: Int = .max, label: String = "http_connections") {
        (self.maximum, self.maximumOfAddress, total) = (maximum, maximumOfAddress, Meter(label: label))
    }

    /// Counts one more connection, which is idle; nil if the address has too many, or all are busy.
    func open(_ address: String, _ channel: any Channel) -> Place? {
        let (isAllowed, oldest): (Bool, (any Channel)?) = state.withLock { state in
            guard state.counts[address, default: 0] < maximumOfAddress else { return (false, nil) }
            var oldest: (any Channel)?
            while state.openCount >= maximum, oldest == nil, state.firstIdle < state.nextIdle {
                oldest = state.idle.removeValue(forKey: state.firstIdle)
                state.firstIdle += 1
            }
            guard state.openCount < maximum || oldest != nil else { return (false, nil) }
            state.counts[address, default: 0] += 1
            state.openCount += 1
            return (true, oldest)
        }
        oldest?.close(promise: nil)
        guard isAllowed else { return nil }
        total.increment()
        return idle(Place(channel: channel, address: address, idleNumber: nil))
    }

    func idle(_ place: Place) -> Place {
        state.withLock { state in
            state.idle[state.nextIdle] = place.channel
            state.nextIdle += 1
            return Place(channel: place.channel, address: place.address, idleNumber: state.nextIdle - 1)
        }
    }

    func busy(_ place: Place) -> Place {
        if let number = place.idleNumber { state.withLock { $0.idle[number] = nil } }
        return Place(channel: place.channel, address: place.address, idleNumber: nil)
    }

    func close(_ place: Place) {
        _ = busy(place)
        state.withLock { state in
            state.openCount -= 1
            state.counts[place.address] = state.counts[place.address].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        total.decrement()
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

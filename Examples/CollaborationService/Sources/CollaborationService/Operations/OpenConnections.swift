import Metrics
import NIOCore
import Synchronization

/// Counts the open connections, bounds those of one address, and closes an idle one for a new one when there are too many.
final class OpenConnections: Sendable {
    /// A connection: its number and its address.
    struct Place: Hashable, Sendable { fileprivate let number: Int, address: String }

    private struct State {
        var counts: [String: Int] = [:]
        var openCount = 0
        var lastNumber = 0

        /// The connections without a request, by a number that grows with each time that one became idle.
        var idle: [Int: any Channel] = [:]
        var idleNumbers: [Int: Int] = [:]
        var channels: [Int: any Channel] = [:]
        var (firstIdle, nextIdle) = (0, 0)
    }

    private let maximum, maximumOfAddress: Int
    private let state = Mutex(State())
    private let total = Meter(label: "http_connections")

    init(maximum: Int, maximumOfAddress: Int) {
        (self.maximum, self.maximumOfAddress) = (maximum, maximumOfAddress)
    }

    /// Counts one more connection, which is idle; nil if the address has too many, or all are busy.
    func open(_ address: String, _ channel: any Channel) -> Place? {
        let (place, oldest): (Place?, (any Channel)?) = state.withLock { state in
            guard state.counts[address, default: 0] < maximumOfAddress else { return (nil, nil) }
            var oldest: (any Channel)?
            if state.openCount >= maximum {
                while oldest == nil, state.firstIdle < state.nextIdle {
                    oldest = state.idle.removeValue(forKey: state.firstIdle)
                    state.firstIdle += 1
                }
                guard oldest != nil else { return (nil, nil) }
            }
            state.counts[address, default: 0] += 1
            state.openCount += 1
            state.lastNumber += 1
            let place = Place(number: state.lastNumber, address: address)
            state.channels[place.number] = channel
            return (place, oldest)
        }
        oldest?.close(promise: nil)
        guard let place else { return nil }
        total.increment()
        isIdle(place)
        return place
    }

    func isIdle(_ place: Place) {
        state.withLock { state in
            state.idleNumbers[place.number] = state.nextIdle
            state.idle[state.nextIdle] = state.channels[place.number]
            state.nextIdle += 1
        }
    }

    func isBusy(_ place: Place) {
        state.withLock { state in
            guard let number = state.idleNumbers.removeValue(forKey: place.number) else { return }
            state.idle[number] = nil
        }
    }

    func close(_ place: Place) {
        isBusy(place)
        state.withLock { state in
            state.channels[place.number] = nil
            state.openCount -= 1
            state.counts[place.address] = state.counts[place.address].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        total.decrement()
    }
}

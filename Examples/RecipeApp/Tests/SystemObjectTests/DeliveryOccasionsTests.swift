import Foundation
import Network
import Synchronization
import Testing

@testable import CollaborationClient

@Test("What waits is delivered when the network returns, not when it goes, and not after the session has ended")
func networkReturns() {
    let count = Mutex(0)
    do {
        let occasions = DeliveryOccasions(from: NotificationCenter()) { count.withLock { $0 += 1 } }
        NWPathMonitor.change(to: .unsatisfied)
        #expect(count.withLock(\.self) == 0)
        NWPathMonitor.change(to: .satisfied)
        #expect(count.withLock(\.self) == 1)
        withExtendedLifetime(occasions) {}
    }
    NWPathMonitor.change(to: .satisfied)
    #expect(count.withLock(\.self) == 1)
}

import Foundation

#if canImport(Network)
    import Network
#endif

/// Tells when it is worth while to deliver what waits: the app becomes active, or the network returns.
final class DeliveryOccasions {
    private let center: NotificationCenter
    private let observers: [any NSObjectProtocol]

    #if canImport(Network)
        private let monitor = NWPathMonitor()
    #endif

    init(from center: NotificationCenter, _ occur: @escaping @Sendable () -> Void) {
        self.center = center
        // What UIKit and AppKit post when the app becomes active.
        observers = ["UIApplicationDidBecomeActiveNotification", "NSApplicationDidBecomeActiveNotification"].map {
            center.addObserver(forName: Notification.Name($0), object: nil, queue: nil) { _ in occur() }
        }
        #if canImport(Network)
            monitor.pathUpdateHandler = { if $0.status == .satisfied { occur() } }
            monitor.start(queue: .global(qos: .utility))
        #endif
    }

    deinit {
        for observer in observers { center.removeObserver(observer) }
        #if canImport(Network)
            monitor.cancel()
        #endif
    }
}

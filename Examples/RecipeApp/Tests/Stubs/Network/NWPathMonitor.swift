// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Synchronization

// Network, iOS 12.0 and macOS 10.14; Apple's pages. Only what is used here.

public struct NWPath: Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }

    public let status: Status
}

public final class NWPathMonitor: Sendable {
    private static let running = Mutex<[ObjectIdentifier: NWPathMonitor]>([:])
    private let handler = Mutex<(@Sendable (NWPath) -> Void)?>(nil)

    public init() {}

    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
        get { handler.withLock(\.self) }
        set { handler.withLock { $0 = newValue } }
    }

    public func start(queue: DispatchQueue) {
        Self.running.withLock { $0[ObjectIdentifier(self)] = self }
    }

    public func cancel() {
        _ = Self.running.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
    }

    /// What the system does when the network comes or goes.
    package static func change(to status: NWPath.Status) {
        for monitor in running.withLock({ Array($0.values) }) { monitor.pathUpdateHandler?(NWPath(status: status)) }
    }
}

package import CollaborationCore

/// A value that several closures share.
package final class SharedValue<Value: Sendable>: Sendable {
    package let value: Locked<Value>

    package init(_ value: Value) { self.value = Locked(value) }
}

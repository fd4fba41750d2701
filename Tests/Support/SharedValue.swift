package import Synchronization

/// A value that several closures share.
package final class SharedValue<Value: Sendable>: Sendable {
    package let value: Mutex<Value>

    package init(_ value: Value) { self.value = Mutex(value) }
}

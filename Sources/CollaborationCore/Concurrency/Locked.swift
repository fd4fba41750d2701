import Synchronization

/// A value behind a `Mutex`, for files that do not import its module.
package struct Locked<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    package init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Runs a closure with exclusive access to the value.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock(body)
    }
}

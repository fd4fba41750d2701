import Synchronization

/// A value behind a lock: `Mutex`, with a hand-over that the thread sanitizer sees.
///
/// On Linux the kernel hands over a contended `Mutex`, past the sanitizer, which then reports races between
/// accesses that the lock keeps apart. An atomic that every holder reads first and writes last shows it the
/// order. It costs one load and one store.
package struct Locked<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let wasHeld = Atomic(false)

    package init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Runs a closure that nobody else's closure runs beside.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) -> sending Result in
            _ = wasHeld.load(ordering: .acquiring)
            defer { wasHeld.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}

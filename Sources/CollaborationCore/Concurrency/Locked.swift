import Synchronization

/// A value behind a lock: a `Mutex` whose order of holders the thread sanitizer can see in a debug build.
///
/// On Linux a contended `Mutex` passes from one thread to the next in the kernel, which the sanitizer does not
/// see. It then reports races that do not exist. An atomic that every holder reads first and writes last shows
/// the order to the sanitizer. A release build has only the mutex.
package struct Locked<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    #if DEBUG
        private let wasHeld = Atomic(false)
    #endif

    package init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Runs a closure with exclusive access to the value.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) -> sending Result in
            #if DEBUG
                _ = wasHeld.load(ordering: .acquiring)
                defer { wasHeld.store(true, ordering: .releasing) }
            #endif
            return try body(&value)
        }
    }
}

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Processor time: it does not include the time of other programs on the same processor.
enum ProcessorTime {
    /// The time of this thread so far.
    static var ofThread: Duration {
        var time = timespec()
        let status = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        precondition(status == 0, "the system has no clock of a thread's time")
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The time of all programs that this one has run and that have ended.
    static var ofChildren: Duration {
        var usage = rusage()
        #if canImport(Glibc)
            let status = unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        #else
            let status = unsafe getrusage(RUSAGE_CHILDREN, &usage)
        #endif
        precondition(status == 0, "the system does not count the time of programs")
        return [usage.ru_utime, usage.ru_stime].reduce(.zero) { sum, time in
            sum + .seconds(Int(time.tv_sec)) + .microseconds(Int(time.tv_usec))
        }
    }
}

import Foundation

/// How many files and connections the process may have open.
enum OpenFileLimit {
    #if canImport(Darwin)
        static let resource = RLIMIT_NOFILE
    #else
        static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif

    /// For the database, the log and the event loops.
    private static let reserve = 100

    /// Raises the limit so that a number of connections may be open, or as many of them as possible.
    ///
    /// - Returns: The number that may be open, at least one.
    static func connections(wanted: Int, raising: (Int) -> Int = raised) -> Int {
        max(1, min(wanted, raising(wanted + reserve) - reserve))
    }

    /// Raises the limit to a number, or as near to it as the process may.
    ///
    /// - Returns: The limit.
    static func raised(to count: Int) -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return count }
        if limit.rlim_cur < rlim_t(count) {
            var raised = limit
            raised.rlim_cur = min(limit.rlim_max, rlim_t(count))
            if unsafe setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}

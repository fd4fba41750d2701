import Foundation

/// How many files and connections the process may have open.
enum OpenFileLimit {
    /// Raises the limit so that a number of connections may be open, or as many of them as possible.
    ///
    /// - Returns: The number that may be open, at least one.
    static func connections(wanted: Int) -> Int {
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return wanted }
        // Some are for the database, the log and the event loops.
        let reserve = 100
        if limit.rlim_cur < rlim_t(wanted + reserve) {
            var raised = limit
            raised.rlim_cur = min(limit.rlim_max, rlim_t(wanted + reserve))
            if unsafe setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return max(1, min(wanted, Int(clamping: limit.rlim_cur) - reserve))
    }
}

import Foundation

/// What the process has used, in the text format of Prometheus and under the names that its own clients use.
enum ProcessMetrics {
    private static let start = Date().timeIntervalSince1970

    static var text: String {
        var usage = rusage()
        // The pointer is that of a local value. Zero is RUSAGE_SELF on every system, which glibc has as another type.
        _ = unsafe getrusage(0, &usage)
        let isOptimized = !_isDebugAssertConfiguration()
        let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        var lines = [
            ("service_build_info{optimized=\"\(isOptimized)\"}", "gauge", "How the program was built.", 1),
            ("process_start_time_seconds", "gauge", "When the process has started, in seconds since 1970.", start),
            ("process_cpu_seconds_total", "counter", "The time of processors.", times.reduce(0, +)),
        ]
        if let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " "),
            pages.count > 1, let resident = Double(pages[1])
        {
            let bytes = resident * Double(sysconf(Int32(_SC_PAGESIZE)))
            lines.append(("process_resident_memory_bytes", "gauge", "Memory in use.", bytes))
        }
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            lines.append(("process_open_fds", "gauge", "Open files and connections.", Double(files.count)))
        }
        return lines.map { name, type, help, value in
            let family = name.prefix { $0 != "{" }
            return "# HELP \(family) \(help)\n# TYPE \(family) \(type)\n\(name) \(value)\n"
        }.joined()
    }
}

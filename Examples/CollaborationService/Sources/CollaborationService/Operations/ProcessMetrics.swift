import Foundation

/// What the operating system knows about this process, in the text format of Prometheus.
enum ProcessMetrics {
    /// The version of the server.
    static let version = "1"

    /// When the process has first asked for this.
    static let start = Date()

    static var text: String {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        var samples = [
            ("collaboration_service_info{version=\"\(version)\"}", "gauge", "1"),
            ("process_cpu_seconds_total", "counter", "\(seconds)"),
            ("process_start_time_seconds", "gauge", "\(start.timeIntervalSince1970)"),
        ]
        // Linux only.
        if let memory = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = memory.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        {
            let count = pages * sysconf(Int32(_SC_PAGESIZE))
            samples.append(("process_resident_memory_bytes", "gauge", "\(count)"))
        }
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            samples.append(("process_open_fds", "gauge", "\(files.count)"))
        }
        return samples.map { "# TYPE \($0.0.prefix { $0 != "{" }) \($0.1)\n\($0.0) \($0.2)\n" }.joined()
    }
}

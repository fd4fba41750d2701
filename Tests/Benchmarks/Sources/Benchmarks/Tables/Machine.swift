import Foundation

/// The machine on which the figures were measured.
enum Machine {
    /// The processor, the system, the compiler and the day.
    static var description: String {
        let core = ProcessInfo.processInfo.activeProcessorCount
        let compiler = try? Program.named("swift", ["--version"]).output().split(separator: "\n").first
        return [
            "\(processor), \(core) cores",
            ProcessInfo.processInfo.operatingSystemVersionString,
            compiler.map(String.init) ?? "an unknown compiler",
        ].joined(separator: "; ")
    }

    private static var processor: String {
        #if os(Linux)
            let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(
                separator: "\n"
            )
            func value(_ key: String) -> String? {
                lines?.first { $0.hasPrefix(key + "\t") }?.split(separator: ":").last.map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
            }
            guard let name = value("model name") else { return "an unknown processor" }
            let family = [("family", "cpu family"), ("model", "model")].compactMap { label, key in
                value(key).map { "\(label) \($0)" }
            }
            return "\(name) (\(family.joined(separator: ", ")))"
        #else
            return (try? Program.named("sysctl", ["-n", "machdep.cpu.brand_string"]).output())
                .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? "an unknown processor"
        #endif
    }
}

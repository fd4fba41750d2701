import Foundation

/// The memory of this process that is in use.
enum ResidentMemory {
    struct NotMeasured: Error, CustomStringConvertible {
        let description = "there is no /proc/self/status to measure memory with"
    }

    static func mebibytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let number = line?.split(separator: " ", omittingEmptySubsequences: true).dropFirst().first,
            let kibibytes = Double(number.trimmingCharacters(in: .whitespaces))
        else { throw NotMeasured() }
        return kibibytes / 1024
    }
}

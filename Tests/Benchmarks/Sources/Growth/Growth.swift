import CCallgrind
import Foundation

/// Counts the instructions of each public entry that takes input from outside, at sizes n, 2n, 4n and 8n.
///
///     Growth            counts, and prints a table in Markdown; fails if an exponent is above the limit
///     Growth count      does the work, which is how the program runs itself under Callgrind
@main
struct Growth {
    /// A cost of n log n has an exponent of about 1.1 at these sizes, and a quadratic one of 2.
    static let limit = 1.1

    static let factors = [1, 2, 4, 8]

    static func main() throws {
        guard CommandLine.arguments.dropFirst() == ["count"] else { return try report() }
        let thread = SingleThread()
        Task(executorPreference: thread) {
            do {
                try await count()
            } catch {
                stop("\(error)")
            }
            thread.stop()
        }
        thread.run()
    }

    /// Does the work of each row at each size, and has Callgrind write the instructions of each one to a file.
    private static func count() async throws {
        for (number, row) in Row.all.enumerated() {
            // What is made once in a process is not counted.
            try await row.prepare(row.size)()
            for factor in factors {
                let work = try await row.prepare(row.size * factor)
                callgrind_zero()
                try await work()
                // Safe: the name is read before the call returns.
                unsafe callgrind_dump("row \(number) \(factor)")
            }
        }
    }

    private static func report() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "growth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = Bundle.main.executableURL?.path ?? CommandLine.arguments[0]
        let valgrind = Process()
        valgrind.executableURL = URL(filePath: "/usr/bin/env")
        // With a random seed two long elements of a set meet in some runs, and are compared once more.
        valgrind.arguments = [
            "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "-q", "--tool=callgrind",
            "--callgrind-out-file=\(folder.path)/count", program, "count",
        ]
        try valgrind.run()
        valgrind.waitUntilExit()
        guard valgrind.terminationStatus == 0 else { stop("the work failed under Callgrind") }

        let counts = try instructions(in: folder)
        print(
            "| entry and input | n | instructions at n | at 8n | exponent |\n| --- | --- | --- | --- | --- |"
        )
        var tooSteep: [String] = []
        for (number, row) in Row.all.enumerated() {
            guard let first = counts["row \(number) 1"], let last = counts["row \(number) 8"] else {
                stop("Callgrind counted nothing for \(row.name): are the headers of valgrind installed?")
            }
            let exponent = log(last / first) / log(8)
            print(
                "| \(row.name) | \(row.size) | \(short(first)) | \(short(last)) | \(String(format: "%.2f", exponent)) |"
            )
            if exponent > limit { tooSteep.append(row.name) }
        }
        guard tooSteep.isEmpty else { stop("above \(limit): \(tooSteep.joined(separator: "; "))") }
    }

    /// The counted instructions, by the names under which they were written.
    private static func instructions(in folder: URL) throws -> [String: Double] {
        var counts: [String: Double] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let trigger = "desc: Trigger: Client Request: "
            guard let name = lines.first(where: { $0.hasPrefix(trigger) })?.dropFirst(trigger.count),
                let total = lines.last(where: { $0.hasPrefix("totals: ") })?.dropFirst("totals: ".count)
            else { continue }
            counts[String(name)] = Double(total)
        }
        return counts
    }

    private static func short(_ count: Double) -> String {
        count < 1e5 ? "\(Int(count))" : String(format: "%.1f million", count / 1e6)
    }

    private static func stop(_ message: String) -> Never {
        FileHandle.standardError.write(Data("Growth: \(message)\n".utf8))
        exit(1)
    }
}

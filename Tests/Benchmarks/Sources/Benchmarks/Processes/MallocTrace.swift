#if canImport(CMallocTrace)
    import CMallocTrace
    import Foundation

    /// The heap allocations of a block, from a log of the C library's tracing.
    ///
    /// The C library writes a log only in a process that `tracing(_:)` starts.
    struct MallocTrace {
        /// The number of allocations and reallocations.
        private(set) var allocationCount = 0

        /// The number of bytes that were allocated and not freed.
        var heldByteCount: Int { sizes.values.reduce(0, +) }

        private var sizes: [Substring: Int] = [:]

        /// Reads a log in the format of mtrace(3).
        ///
        /// A line is `@ caller + address size`, with `-` for a free and no size, and `<` and `>` for the
        /// two halves of a reallocation.
        init(log: String) {
            for line in log.split(separator: "\n") where line.hasPrefix("@") {
                let words = line.split(separator: " ")
                guard let sign = words.firstIndex(where: { ["+", "-", "<", ">"].contains($0) }) else {
                    continue
                }
                let address = words[sign + 1]
                if words[sign] == "-" || words[sign] == "<" {
                    sizes[address] = nil
                } else {
                    allocationCount += 1
                    sizes[address] = Int(words[sign + 2].dropFirst(2), radix: 16)
                }
            }
        }

        /// Runs a program and returns the trace of the block that it records.
        static func tracing(_ program: Program) throws -> (trace: MallocTrace, output: String) {
            try withTemporaryFolder { folder in
                let log = folder.appending(path: "malloc.log")
                var program = program
                program.environment = ["LD_PRELOAD": "libc_malloc_debug.so.0", "MALLOC_TRACE": log.path]
                let output = try program.output()
                return (MallocTrace(log: try String(contentsOf: log, encoding: .utf8)), output)
            }
        }

        /// Logs the allocations of a block.
        static func recording<Value>(_ body: () throws -> Value) rethrows -> Value {
            mtrace()
            defer { muntrace() }
            return try body()
        }
    }
#endif

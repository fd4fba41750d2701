#if canImport(CMallocTrace)
    import ArgumentParser
    import Foundation

    /// Performs one side of a comparison while the C library traces allocations.
    struct HeapUse: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Performs a work and prints the number of its inputs.",
            shouldDisplay: false
        )

        @Flag(help: "Do it with swift-crypto instead.")
        var crypto = false

        @Option(help: "How often to do it for each input.")
        var repetitions = 1

        @Argument(help: "The work's name; without one the first verification of the process.")
        var name: String?

        func run() throws {
            guard let name else {
                let signed = try SignedMessage(byteCount: 32)
                let isValid = try MallocTrace.recording { try signed.isValid(by: Ours.self) }
                guard isValid else { throw MeasurementError.wrongAnswer }
                return
            }
            guard let comparison = Comparison.all.first(where: { $0.name == name }) else {
                throw ValidationError("There is no work named \(name).")
            }
            let works = try comparison.works()
            let work = crypto ? works.theirs : works.ours
            try MallocTrace.recording { _ = try work.nanoseconds(repetitions: repetitions) }
            print(work.inputCount)
        }
    }

    extension Table {
        /// The number of allocations of each work of the first table.
        static func heapUse(title: String) throws -> Table {
            Table(
                title: title,
                columns: ["work", "ours", "swift-crypto"],
                rows: try Comparison.besideSwiftCrypto.map { comparison in
                    [
                        .text(comparison.name),
                        .number(try allocations(in: comparison.name)),
                        .number(try allocations(in: comparison.name, flags: ["--crypto"])),
                    ]
                }
            )
        }

        /// The memory of the precomputed tables.
        static func heldMemory(title: String) throws -> Table {
            let trace = try MallocTrace.tracing(.again(["heap-use"])).trace
            let row: [Cell] = [.text("the first verification"), .number(Double(trace.heldByteCount))]
            return Table(title: title, columns: ["after", "bytes"], rows: [row])
        }

        /// The allocations for one input, from the difference between performing the work once and three times.
        private static func allocations(in name: String, flags: [String] = []) throws -> Double {
            func trace(repetitions: Int) throws -> (allocationCount: Int, inputCount: Int) {
                let arguments = ["heap-use", "--repetitions", "\(repetitions)"] + flags + [name]
                let (trace, output) = try MallocTrace.tracing(.again(arguments))
                guard let inputCount = Int(output.dropLast()) else {
                    throw MeasurementError.programFailed("heap-use")
                }
                return (trace.allocationCount, inputCount)
            }
            let once = try trace(repetitions: 1)
            let thrice = try trace(repetitions: 3)
            return Double(thrice.allocationCount - once.allocationCount) / Double(2 * once.inputCount)
        }
    }
#endif

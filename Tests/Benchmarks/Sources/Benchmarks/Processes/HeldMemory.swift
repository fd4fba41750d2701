#if canImport(CMallocTrace)
    import ArgumentParser
    import Foundation

    /// Performs a step whose memory is not freed.
    struct HeldMemory: ParsableCommand {
        enum Step: String, CaseIterable, ExpressibleByArgument {
            case firstVerification = "first-verification"

            var name: String {
                switch self {
                case .firstVerification: "the first verification"
                }
            }
        }

        static let configuration = CommandConfiguration(
            abstract: "Performs a step for the first time in the process.",
            shouldDisplay: false
        )

        @Argument(help: "The step.")
        var step: Step

        func run() throws {
            let signed = try SignedMessage(byteCount: 32)
            switch step {
            case .firstVerification:
                let isValid = try MallocTrace.recording { try signed.isValid }
                guard isValid else { throw MeasurementError.wrongAnswer }
            }
        }
    }

    extension Table {
        /// The memory of the precomputed tables.
        static func heldMemory(title: String) throws -> Table {
            Table(
                title: title,
                columns: ["after", "bytes"],
                rows: try HeldMemory.Step.allCases.map { step in
                    let (trace, _) = try MallocTrace.tracing(.again(["held-memory", step.rawValue]))
                    return [.text(step.name), .number(Double(trace.heldByteCount))]
                }
            )
        }
    }
#endif

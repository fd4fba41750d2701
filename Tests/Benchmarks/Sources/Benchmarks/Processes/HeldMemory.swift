#if canImport(CMallocTrace)
    import ArgumentParser
    import CollaborationCrypto
    import Foundation

    /// Performs a step whose memory is not freed.
    struct HeldMemory: ParsableCommand {
        enum Step: String, CaseIterable, ExpressibleByArgument {
            case firstVerification = "first-verification"
            case firstPreparedKey = "first-prepared-key"
            case nextPreparedKey = "next-prepared-key"

            var name: String {
                switch self {
                case .firstVerification: "the first verification"
                case .firstPreparedKey: "the first prepared key, with its first verification"
                case .nextPreparedKey: "each further prepared key"
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
            let key = try P256.Signing.PublicKey(x963Representation: signed.key)
            let signature = try P256.Signing.ECDSASignature(derRepresentation: signed.signature)
            func prepare() throws -> P256.Signing.PreparedPublicKey {
                let prepared = P256.Signing.PreparedPublicKey(key)
                guard prepared.isValidSignature(signature, for: signed.message) else {
                    throw MeasurementError.wrongAnswer
                }
                return prepared
            }
            switch step {
            case .firstVerification:
                let isValid = try MallocTrace.recording { try signed.isValid }
                guard isValid else { throw MeasurementError.wrongAnswer }
            case .firstPreparedKey:
                let prepared = try MallocTrace.recording(prepare)
                withExtendedLifetime(prepared) {}
            case .nextPreparedKey:
                let first = try prepare()
                let next = try MallocTrace.recording(prepare)
                withExtendedLifetime((first, next)) {}
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

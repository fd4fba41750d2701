import ArgumentParser

/// Measures this package beside swift-crypto.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures swift-collaboration beside swift-crypto.",
        discussion: """
            Prints tables in Markdown: medians with their quartiles. The two sides of a row are timed in turns, in short \
            batches, and a ratio is that of neighbouring batches.
            """,
        subcommands: [Measure.self, ColdStart.self] + tracing,
        defaultSubcommand: Measure.self
    )

    #if canImport(CMallocTrace)
        private static let tracing: [any ParsableCommand.Type] = [HeapUse.self, HeldMemory.self]
    #else
        private static let tracing: [any ParsableCommand.Type] = []
    #endif
}

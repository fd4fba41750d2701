import ArgumentParser

/// Compares this package with swift-crypto.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compares swift-collaboration with swift-crypto.",
        discussion: """
            Prints tables in Markdown: medians with their quartiles. The two sides of a row are timed in turns, in \
            short batches, and a ratio compares neighboring batches.
            """,
        subcommands: [Measure.self, ColdStart.self] + tracing,
        defaultSubcommand: Measure.self
    )

    #if canImport(CMallocTrace)
        private static let tracing: [any ParsableCommand.Type] = [HeapUse.self]
    #else
        private static let tracing: [any ParsableCommand.Type] = []
    #endif
}

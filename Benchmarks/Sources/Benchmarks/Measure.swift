import ArgumentParser

/// Measures and prints, table by table.
struct Measure: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures and prints tables.")

    @Flag(help: "Print comma-separated values, with times in nanoseconds.")
    var csv = false

    @Flag(help: "Measure for seconds instead of minutes: whether all works, not how fast it is.")
    var quick = false

    @Option(help: "Print only tables, or rows of the comparisons, whose name contains this text.")
    var filter: String?

    func run() throws {
        let effort = quick ? Effort.quick : .standard
        if !csv { print(Machine.description + "\n") }
        try compare(Comparison.besideSwiftCrypto, title: "Beside swift-crypto", effort: effort)
        try compare(Comparison.growth, title: "Growth with message and depth", effort: effort)
        try show("Prepared keys") { try .preparation(title: $0, effort: effort) }
        try show("Threads") { try .threads(title: $0, effort: effort) }
        try show("Cold start") { try .coldStart(title: $0, effort: effort) }
        #if canImport(CMallocTrace)
            try show("Heap allocations") { try .heapUse(title: $0) }
            try show("Memory held") { try .heldMemory(title: $0) }
        #else
            print("Heap allocations and memory held: only the C library of Linux, glibc, counts them.")
        #endif
        try show("VerifyProof") { try .verifyProof(title: $0, effort: effort) }
    }

    private func compare(_ comparisons: [Comparison], title: String, effort: Effort) throws {
        let chosen = comparisons.filter { isWanted(title) || isWanted($0.name) }
        guard !chosen.isEmpty else { return }
        try show(.comparisons(chosen, title: title, effort: effort))
    }

    private func show(_ title: String, _ table: (String) throws -> Table) throws {
        guard isWanted(title) else { return }
        show(try table(title))
    }

    private func show(_ table: Table) {
        print(csv ? table.csv : table.text)
    }

    private func isWanted(_ name: String) -> Bool {
        guard let filter else { return true }
        return name.lowercased().contains(filter.lowercased())
    }
}

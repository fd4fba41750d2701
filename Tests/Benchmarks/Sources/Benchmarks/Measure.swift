import ArgumentParser
import Foundation

/// Measures and prints, table by table.
struct Measure: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures and prints tables.")

    @Flag(help: "Measure for seconds instead of minutes, to check that everything runs.")
    var quick = false

    @Option(help: "Print only tables, or rows of the comparisons, whose name contains this text.")
    var filter: String?

    private typealias TableMaker = (_ title: String, _ effort: Effort) throws -> Table

    func run() throws {
        let tables = comparisons + figures.filter { isWanted($0.title) }
        guard !tables.isEmpty else { throw ValidationError("No table or row has that text in its name.") }
        for (title, makeTable) in tables {
            print(try makeTable(title, quick ? .quick : .standard).text)
            fflush(nil)
        }
    }

    /// The tables that compare this package with swift-crypto, with the rows that the filter selects.
    private var comparisons: [(title: String, makeTable: TableMaker)] {
        [
            ("Beside swift-crypto", Comparison.besideSwiftCrypto),
            ("Growth with message and depth", Comparison.growth),
        ].compactMap { title, comparisons in
            let wanted = comparisons.filter { isWanted(title) || isWanted($0.name) }
            return wanted.isEmpty ? nil : (title, { try .comparisons(wanted, title: $0, effort: $1) })
        }
    }

    /// The other tables.
    private var figures: [(title: String, makeTable: TableMaker)] {
        var tables: [(title: String, makeTable: TableMaker)] = [
            ("Threads", Table.threads),
            ("Cold start", Table.coldStart),
            ("VerifyProof", Table.verifyProof),
        ]
        // Only glibc, the C library of Linux, can trace allocations.
        #if canImport(CMallocTrace)
            tables += [
                ("Heap allocations", { title, _ in try .heapUse(title: title) }),
                ("Memory held", { title, _ in try .heldMemory(title: title) }),
            ]
        #endif
        return tables
    }

    private func isWanted(_ name: String) -> Bool {
        guard let filter else { return true }
        return name.lowercased().contains(filter.lowercased())
    }
}

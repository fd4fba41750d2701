extension Table {
    /// Times comparisons, each by itself.
    static func comparisons(_ comparisons: [Comparison], title: String, effort: Effort) throws -> Table {
        Table(
            title: title,
            columns: ["work", "ours", "swift-crypto", "ratio"],
            rows: try comparisons.map { try $0.cells(effort: effort) }
        )
    }
}

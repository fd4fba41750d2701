/// A table of results.
struct Table {
    let title: String
    let columns: [String]
    let rows: [[Cell]]

    /// The table in Markdown, its columns aligned.
    var text: String {
        let lines = [columns] + rows.map { $0.map(\.text) }
        let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String], padding: String = " ") -> String {
            let padded = zip(cells, widths).map { cell, width in
                cell + String(repeating: padding, count: width - cell.count)
            }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = line(columns.map { _ in "" }, padding: "-")
        return "### \(title)\n\n"
            + ([line(columns), rule] + rows.map { line($0.map(\.text)) }).joined(separator: "\n") + "\n"
    }
}

extension Table {
    /// Times comparisons one after the other.
    static func comparisons(_ comparisons: [Comparison], title: String, effort: Effort) throws -> Table {
        Table(
            title: title,
            columns: ["work", "ours", "swift-crypto", "ratio"],
            rows: try comparisons.map { try $0.cells(effort: effort) }
        )
    }
}

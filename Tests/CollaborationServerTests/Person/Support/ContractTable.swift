import Testing

/// A table of states and acts, which is printed into the documentation: a line of acts, and a line for each state.
struct ContractTable {
    struct Cell: CustomTestStringConvertible {
        let state: String
        let act: String
        let expected: String

        var testDescription: String { "\(state): \(act)" }
    }

    let rows: [[String]]
    let cells: [Cell]

    init(_ text: String) {
        let rows: [[String]] = text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        }
        self.rows = rows
        cells = rows.dropFirst().flatMap { row in
            zip(rows[0], row).dropFirst().map { Cell(state: row[0], act: $0, expected: $1) }
        }
    }
}

import Testing

/// A table of states and acts, as the documentation has it: a line of acts, and a line for each state.
struct ContractTable {
    struct Cell: CustomTestStringConvertible {
        let state: String
        let act: String
        let expected: String

        var testDescription: String { "\(state): \(act)" }
    }

    let cells: [Cell]

    init(_ text: String) {
        let rows = text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        }
        cells = rows.dropFirst().flatMap { row in
            zip(rows[0], row).dropFirst().map { Cell(state: row[0], act: $0, expected: $1) }
        }
    }
}

/// Counts the signatures of each kind, and keeps those on which the libraries differ.
struct Tally: Sendable {
    private var valid: [Kind: Int] = [:]
    private var invalid: [Kind: Int] = [:]
    private(set) var differenceCount = 0

    /// The first differences in full: a broken library would have millions.
    private(set) var differences: [String] = []

    var count: Int { (valid.values.reduce(0, +)) + (invalid.values.reduce(0, +)) + differenceCount }

    mutating func add(_ judged: Case, _ verdicts: Verdicts) {
        switch verdicts.agreed(on: judged.kind.expectation) {
        case true?: valid[judged.kind, default: 0] += 1
        case false?: invalid[judged.kind, default: 0] += 1
        case nil:
            differenceCount += 1
            guard differences.count < 20 else { return }
            let lines = verdicts.all.map { "    \($0.isValid ? "valid  " : "invalid") to \($0.judge)" }
            let expected = "    expected: \(judged.kind.expectation)"
            differences.append(([judged.description] + lines + [expected]).joined(separator: "\n"))
        }
    }

    mutating func add(_ other: Tally) {
        valid.merge(other.valid, uniquingKeysWith: +)
        invalid.merge(other.invalid, uniquingKeysWith: +)
        differenceCount += other.differenceCount
        differences += other.differences.prefix(20 - differences.count)
    }

    /// The kinds that did not occur, or never with the verdict that they are meant for.
    var missing: [Kind] {
        Kind.allCases.filter { kind in
            switch kind.expectation {
            case .valid: valid[kind, default: 0] == 0
            case .invalid, .agreement: invalid[kind, default: 0] == 0
            }
        }
    }

    /// A row for each kind.
    var table: String {
        func row(_ name: String, _ valid: Int, _ invalid: Int) -> String {
            let numbers = [valid + invalid, valid, invalid].map { number in
                String(repeating: " ", count: max(0, 11 - String(number).count)) + String(number)
            }
            return name + String(repeating: " ", count: max(0, 42 - name.count)) + numbers.joined()
        }
        let rows = Kind.allCases.map { row($0.rawValue, valid[$0, default: 0], invalid[$0, default: 0]) }
        let total = row("all", valid.values.reduce(0, +), invalid.values.reduce(0, +))
        let head = "kind" + String(repeating: " ", count: 38) + "      cases      valid    invalid"
        return ([head] + rows + [total]).joined(separator: "\n")
    }
}

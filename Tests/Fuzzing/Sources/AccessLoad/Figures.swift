import CollaborationServer

/// How often what was done, and what came of it.
struct Figures: Sendable {
    private var counts: [String: Int] = [:]

    mutating func count(_ what: String, _ number: Int = 1) { counts[what, default: 0] += number }

    mutating func count(_ outcome: Result<Admission, AccessRefusal>) {
        switch outcome {
        case .success: count("admitted")
        case .failure(let refusal): count("refused: \(refusal)")
        }
    }

    mutating func add(_ other: Figures) { counts.merge(other.counts, uniquingKeysWith: +) }

    /// A line for each.
    var description: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
    }
}

/// A rule that a store breaks, or a parameter of the checks that is out of range.
package struct StoreViolation: Error, CustomStringConvertible {
    /// The rule as a statement.
    package internal(set) var rule = ""
    /// The last calls that concern the violation, in the order in which they began; the wrong one is marked.
    package internal(set) var calls: [String] = []
    /// What was expected of which node.
    package let problem: String
    /// The number of the call that was wrong, if it was one call.
    var call: Int?
    /// Whether the call threw, which some rules allow.
    var isThrown = false
    /// The rule, and below it the calls and the problem.
    package var description: String { ([rule] + calls + [problem]).joined(separator: "\n") }
}

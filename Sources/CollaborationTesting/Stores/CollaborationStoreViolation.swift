/// A rule that a store breaks.
package struct CollaborationStoreViolation: Error, CustomStringConvertible {
    /// The rule as a statement.
    package internal(set) var rule = ""

    /// The last calls that concern the violation, in the order in which they began.
    package internal(set) var calls: [String] = []

    /// What was expected of the last call, or of all of them.
    package let problem: String

    /// The accounts and the collaborations that the violation concerns; all calls are shown if there are none.
    var names: Set<String> = []

    /// Whether a call threw an error, which some rules allow.
    var isThrown = false

    /// The rule, and below it the calls and the problem.
    package var description: String {
        ([rule] + calls.map { "    \($0)" } + [problem]).joined(separator: "\n")
    }
}

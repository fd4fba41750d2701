/// The rules that a store breaks.
public struct ParticipantStoreViolations: Error, Hashable, Sendable, CustomStringConvertible {
    /// One violation for each rule that is broken, in the order of the rules.
    public let violations: [ParticipantStoreViolation]

    /// The violations, with an empty line between them.
    public var description: String { violations.map(\.description).joined(separator: "\n\n") }
}

/// A rule that a store breaks.
public struct ParticipantStoreViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule as a statement.
    public let rule: String

    /// The calls that were made with what they returned, and what was expected of the last one.
    public let details: String

    /// The rule, and below it the details.
    public var description: String { "\(rule)\n\(details)" }
}

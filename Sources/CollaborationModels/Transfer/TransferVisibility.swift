/// How near a receiver must be to the sender to be offered a representation.
///
/// The names and raw values are those of Foundation's `NSItemProviderRepresentationVisibility`. A nearer
/// receiver sees all that a farther one does, so the cases are ordered from far to near.
public enum TransferVisibility: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Any process.
    case all = 0

    /// Processes of the same development team.
    case team = 1

    /// Processes of the same app group.
    case group = 2

    /// The sender's own process.
    case ownProcess = 3
}

extension TransferVisibility: Comparable {
    /// Whether the first is farther from the sender than the second.
    ///
    /// - Parameters:
    ///   - lhs: The first.
    ///   - rhs: The second.
    /// - Returns: True when the first is the farther one.
    public static func < (lhs: TransferVisibility, rhs: TransferVisibility) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

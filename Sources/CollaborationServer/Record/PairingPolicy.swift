/// What happens to an identity that is paired with an account when a second account proves it.
public enum PairingPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The second account is refused. A person with two accounts has access with the first one only.
    case refuse

    /// The second account takes the identity over, and the first one loses it.
    case replace
}

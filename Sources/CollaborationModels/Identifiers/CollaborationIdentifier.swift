/// Identifies a collaboration on every device and on the server: Apple's `SWCollaborationIdentifier`.
///
/// It is unique across platforms and across shares of the same item. It is known once a start action is
/// fulfilled.
public struct CollaborationIdentifier: StringIdentifier {
    /// The identifier as the app's server knows it.
    public let rawValue: String

    /// Makes an identifier from any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

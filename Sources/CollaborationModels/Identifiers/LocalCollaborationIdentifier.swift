/// Identifies a collaboration to one app on one device: Apple's `SWLocalCollaborationIdentifier`.
///
/// It is used until there is a ``CollaborationIdentifier``, and means nothing on another device.
public struct LocalCollaborationIdentifier: StringIdentifier {
    /// The identifier as the app knows it.
    public let rawValue: String

    /// Makes an identifier from any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

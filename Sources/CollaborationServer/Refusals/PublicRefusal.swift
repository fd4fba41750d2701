/// What a client is told when it is refused, whatever the reason: the same bytes and the same status each
/// time.
public struct PublicRefusal: Hashable, Sendable, Codable {
    /// The status code for HTTP, 403.
    public static let statusCode = 403

    /// A fixed word.
    public let error: String

    init() {
        error = "accessDenied"
    }
}

extension AccessRefusal {
    /// The one answer for a client.
    ///
    /// It does not tell whether the collaboration exists, who takes part in it, or how far the attempt came.
    /// A client that means well asks for a new challenge and tries once more.
    public var publicAnswer: PublicRefusal { PublicRefusal() }
}

/// The answer to a client whose request is refused: the same for every reason, with HTTP status 403.
///
/// It does not tell whether the collaboration exists, who takes part in it, or which check failed.
public struct PublicRefusal: Hashable, Sendable, Codable {
    /// The HTTP status code of the answer, 403.
    public static let statusCode = 403

    /// The only answer: `{"error":"accessDenied"}` as JSON.
    public static let accessDenied = PublicRefusal(error: "accessDenied")

    /// The word `accessDenied`.
    @LimitedText public private(set) var error: String

    private init(error: String) {
        self.error = error
    }
}

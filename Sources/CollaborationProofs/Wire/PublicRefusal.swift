/// The answer to a client whose request is refused: the same for every reason, with HTTP status 403.
///
/// It does not tell whether the collaboration exists, who takes part in it, or which check failed.
public struct PublicRefusal: Hashable, Sendable, Codable {
    /// The HTTP status code of the answer, 403.
    public static let statusCode = 403

    /// The only answer: `{"error":"accessDenied"}` as JSON.
    public static let accessDenied = PublicRefusal(error: "accessDenied")

    /// The word `accessDenied`.
    public var error: String { errorText.rawValue }

    private let errorText: ByteComparedText

    private init(error: String) {
        errorText = ByteComparedText(error)
    }

    private enum CodingKeys: String, CodingKey {
        case errorText = "error"
    }
}

extension PublicRefusal {
    /// Decodes an answer.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for a word that is longer than ``JSONLimits/textByteCount``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(error: try values.decodeText(forKey: .errorText))
    }
}

/// Why the highlight centre cannot answer, with Apple's codes.
///
/// Apple's name is `SWHighlightCenterErrorCode`, which has a further code, 0, for no error.
public enum HighlightCenterError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
    /// The system could not do it.
    case internalError = 1

    /// No highlight has this link or identifier.
    case invalidURL = 2

    /// The app is not allowed to ask.
    case accessDenied = 3
}

extension HighlightCenterError: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .internalError: "the highlight centre could not do it"
        case .invalidURL: "there is no such highlight"
        case .accessDenied: "the app is not allowed to ask the highlight centre"
        }
    }
}

/// Why an action failed, told to the side that waits for it.
public enum ActionFailure: String, Error, Hashable, Sendable, Codable, CaseIterable {
    /// The app reported that it could not do the work.
    case failed

    /// The app did not answer in time.
    case timedOut

    /// The task that waited was cancelled.
    case cancelled
}

extension ActionFailure: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .failed: "the app failed the action"
        case .timedOut: "the app did not answer in time"
        case .cancelled: "the wait for the action was cancelled"
        }
    }
}

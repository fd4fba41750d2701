#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Everything that can go wrong between the body of a request and the answer to it.
///
/// An endpoint reads its message, calls one method of the server's `Collaborations` and catches this one error:
///
///     } catch let error as CollaborationError {
///         logger.info("\(error)")
///         return Response(status: error.status, body: error.body)
///     }
public enum CollaborationError: Error, Sendable {
    /// The message, or an identifier that was passed, breaks a rule.
    case malformed(MalformedMessage)

    /// The selection is not one that the offered options allow.
    case options(CollaborationOptionsError)

    /// The request goes beyond a limit.
    case limit(Limit)

    /// The request is refused. The reason is for the log: a client gets the same answer for every one.
    case refused(Refusal)

    /// The collaboration has no room for another used challenge. Nothing has changed; there is room again a day after no
    /// server accepts the earliest of those that are remembered.
    case full

    /// Other servers changed the collaboration each time that this one wanted to. Of this collaboration nothing has changed.
    case busy

    /// The task was canceled before anything of this collaboration has changed.
    case canceled

    /// What is stored about the collaboration cannot be read: the database was damaged, or written by another version.
    case damagedRecord(CollaborationIdentifier, problem: String)

    /// The store threw an error. A change may have been made or not, or is made later, but is never half made.
    ///
    /// Whoever removed somebody closes that account's sessions all the same.
    case store(any Error)

    /// A limit that a request goes beyond.
    public enum Limit: Hashable, Sendable {
        /// The update names more identities, added and removed together, than `maximum`.
        case updateTooLarge(maximum: Int, found: Int)

        /// The collaboration would have had more identities in its life, known and removed ones together.
        case identities(maximum: Int)

        /// The names of accounts and options would have taken more bytes in the record of the collaboration.
        case names(maximumByteCount: Int)

        /// A page of a list must have at least one entry.
        case pageNotPositive
    }
}

extension CollaborationError {
    /// The status of the HTTP response: 400, 403, 500 or 503.
    public var status: Int {
        switch self {
        case .malformed, .options, .limit: 400
        case .refused: 403
        case .damagedRecord: 500
        case .full, .busy, .canceled, .store: 503
        }
    }

    /// The body of the HTTP response, JSON: `{"error":"accessDenied"}` for every refusal.
    ///
    /// With status 400 it has a `message` that says what is wrong, such as which member breaks which rule.
    public var body: Data {
        switch self {
        case .malformed, .options:
            JSONText(["error": JSONText("malformed"), "message": JSONText(description)]).data
        case .limit: JSONText(["error": JSONText("limit"), "message": JSONText(description)]).data
        case .refused: JSONText(["error": JSONText("accessDenied")]).data
        case .full, .busy, .canceled, .store: JSONText(["error": JSONText("unavailable")]).data
        case .damagedRecord: JSONText(["error": JSONText("damagedRecord")]).data
        }
    }
}

extension CollaborationError: Equatable {
    /// Whether two errors are the same; errors of a store are compared by their descriptions.
    public static func == (a: CollaborationError, b: CollaborationError) -> Bool {
        switch (a, b) {
        case (.malformed(let a), .malformed(let b)): a == b
        case (.options(let a), .options(let b)): a == b
        case (.limit(let a), .limit(let b)): a == b
        case (.refused(let a), .refused(let b)): a == b
        case (.full, .full), (.busy, .busy), (.canceled, .canceled): true
        case (.damagedRecord(let a, let problem), .damagedRecord(let b, let other)):
            a == b && problem == other
        case (.store(let a), .store(let b)): "\(a)" == "\(b)"
        default: false
        }
    }
}

extension CollaborationError: LocalizedError, CustomStringConvertible {
    /// One line for the log, with the reason of a refusal.
    ///
    /// It names no account and has no key, challenge or proof; that of ``store(_:)`` has what the store's error prints.
    public var description: String {
        switch self {
        case .malformed(let message): "\(message)"
        case .options(let error): "\(error)"
        case .limit(.updateTooLarge(let maximum, let found)):
            "the update has \(found) identities, more than \(maximum)"
        case .limit(.identities(let maximum)):
            "the collaboration would have more than \(maximum) identities in its life"
        case .limit(.names(let maximum)):
            "the names of the collaboration would have more than \(maximum) bytes"
        case .limit(.pageNotPositive): "a page has at least one entry"
        case .refused(let refusal): "refused: \(refusal)"
        case .full: "full: too many challenges were used within a day"
        case .canceled: "canceled"
        case .busy: "busy: other servers changed the collaboration meanwhile"
        case .damagedRecord(let collaboration, let problem):
            "the record of \(collaboration) is damaged: \(problem)"
        case .store(let error): "the store failed: \("\(error)".onOneLine)"
        }
    }

    /// The description.
    public var errorDescription: String? { description }
}

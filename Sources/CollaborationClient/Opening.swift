public import CollaborationCore
public import Foundation

/// What came of opening a link.
public enum Opening: Hashable, Sendable {
    /// The account has access, and may do this.
    case open(AccessAnswer)

    /// Nobody is signed in, or the server asks for a new sign-in. The link is kept for ten minutes: in the first case for
    /// whoever signs in, in the second for the same account. What came of it is an event.
    case signIn

    /// The system or the server knows no invitation for the account: the link was forwarded, the person was removed, or has
    /// proven the invitation with another account.
    ///
    /// Show how to ask the owner for access; it is also the way of people without Messages.
    case needsInvitation

    /// Nothing is decided.
    case tryLater(Reason)

    /// Why nothing is decided.
    public enum Reason: Hashable, Sendable {
        /// The server cannot be reached.
        case noNetwork

        /// The server has too much to do; it may have said until when.
        case busy(until: Date?)

        /// The device has no proof yet, such as one that was added after the invitation, which may never get one: show also how
        /// to ask the owner for access.
        case noProofYet

        /// The account has signed out, another one has signed in, or the token is another account's.
        case accountChanged

        /// The link is none of the server's, so that nothing was asked.
        case notALink

        /// The system or the server failed.
        case failed
    }
}

extension Opening: CustomStringConvertible {
    /// What came of it as a phrase.
    public var description: String {
        switch self {
        case .open(let access): "open, permits \(access.permittedOptions.map(\.description).joined(separator: ", "))"
        case .signIn: "needs a sign-in"
        case .needsInvitation: "needs an invitation"
        case .tryLater(let reason): "try later: \(reason)"
        }
    }
}

extension Opening.Reason: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .noNetwork: "the server cannot be reached"
        case .busy: "the server has too much to do"
        case .noProofYet: "this device has no proof of the invitation yet"
        case .accountChanged: "the account has signed out, or another one has signed in"
        case .notALink: "the link is not one of the server's"
        case .failed: "the system or the server failed"
        }
    }
}

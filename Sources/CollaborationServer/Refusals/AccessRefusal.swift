public import CollaborationCore

/// The reason why an account was not admitted.
///
/// The set is closed. It is for the server's log and its tests. A client receives the same answer for every
/// reason: `PublicRefusal.accessDenied`. No reason contains a key, a challenge, a proof or a name.
public enum AccessRefusal: Error, Hashable, Sendable {
    /// The bytes do not have the form of a challenge.
    case malformedChallenge

    /// The client sent a nonce of the device in place of a challenge, and the server does not accept these.
    case deviceNonceNotAccepted

    /// The challenge was not issued under any of the keys for this store, or it was changed.
    ///
    /// An honest client sees it after a restart of a server whose store is in memory.
    case forgedChallenge

    /// The challenge was issued for another collaboration.
    case challengeForAnotherCollaboration

    /// The challenge was issued for another account.
    case challengeForAnotherAccount

    /// The device's nonce is dated further ahead than the tolerated difference between clocks.
    case challengeFromTheFuture

    /// The challenge has expired.
    case expiredChallenge

    /// The proof breaks a rule.
    case invalidProof(IdentityProofError)

    /// A replay: the challenge was used before.
    case challengeAlreadyUsed

    /// The proven identity is not among the identities of the collaboration.
    case unknownIdentity

    /// The proven identity is paired with another account.
    case identityOfAnotherAccount
}

extension AccessRefusal {
    /// The one answer for a client, whatever the reason.
    ///
    /// An honest client that receives it asks for a new challenge and tries once more.
    public var publicAnswer: PublicRefusal { .accessDenied }

    /// Makes a refusal from an error that an endpoint caught; nil if the error is not a refusal.
    ///
    /// Reading a proof checks some of its rules and throws an `IdentityProofError`, which is a refusal as well. A
    /// malformed request is not a refusal and gives nil. It is a `RequestFault`, whose description says which field or
    /// rule is wrong. An endpoint that reads a body and then calls ``CollaborationAccess`` needs one handler:
    ///
    ///     } catch {
    ///         if let refusal = AccessRefusal(error) { return (403, refusal.publicAnswer) }
    ///         if error is any RequestFault { return (400, "\(error)") }
    ///         return (500, nil)
    ///     }
    ///
    /// - Parameter error: An access refusal, which is returned as it is, or an `IdentityProofError`, which
    ///   becomes ``invalidProof(_:)``.
    public init?(_ error: any Error) {
        switch error {
        case let refusal as AccessRefusal: self = refusal
        case let error as IdentityProofError: self = .invalidProof(error)
        default: return nil
        }
    }
}

/// A limit on the number of identities that an update breaks: a fault of the request (HTTP 400).
public enum ParticipantLimitError: DescribedError, RequestFault {
    /// The update names more identities, added and removed together, than
    /// `ParticipantsUpdate.maximumIdentityCount`.
    case updateTooLarge(maximum: Int, found: Int)

    /// The collaboration would have had more identities in its life, known and removed ones together, than
    /// 10,000.
    case collaborationTooLarge(maximum: Int)

    /// The limit as a sentence.
    public var description: String {
        switch self {
        case .updateTooLarge(let maximum, let found):
            "The update has \(found) identities, and may have \(maximum)."
        case .collaborationTooLarge(let maximum):
            "The collaboration would have more than \(maximum) identities in its life."
        }
    }
}

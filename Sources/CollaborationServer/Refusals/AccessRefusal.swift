public import CollaborationModels

/// Why an account was not let in.
///
/// The set is closed. It is for the server's log and its tests; a client is told ``publicAnswer``, which is
/// the same for all. No reason carries a key, a challenge, a proof or a name.
public enum AccessRefusal: Error, Hashable, Sendable {
    /// The challenge has not the form of one.
    case malformedChallenge

    /// A nonce of the device came in place of a challenge, and such nonces are not accepted.
    case deviceNonceNotAccepted

    /// The challenge was issued under none of the keys.
    case forgedChallenge

    /// The challenge was issued for another collaboration.
    case challengeForAnotherCollaboration

    /// The challenge was issued for another account.
    case challengeForAnotherAccount

    /// The device's nonce was made later than clocks can differ.
    case challengeFromTheFuture

    /// The time to answer the challenge is over.
    case expiredChallenge

    /// The proof breaks a rule.
    case invalidProof(IdentityProofError)

    /// The challenge was used before.
    case challengeAlreadyUsed

    /// The identity that was proven is not a participant's.
    case unknownIdentity

    /// The identity that was proven is another account's.
    case identityOfAnotherAccount
}

extension AccessRefusal {
    /// Takes the refusal that an error of an endpoint amounts to.
    ///
    /// A proof is held to its rules where it is decoded, before there is anything to refuse. What is thrown
    /// there is an `IdentityProofError`, as `JSONDecoder` passes it on; to a client it is a refusal like
    /// every other. A malformed root hash in a `ParticipantsUpdate` is a `DecodingError`. An endpoint that decodes and then calls
    /// ``CollaborationAccess`` needs one handler:
    ///
    ///     } catch {
    ///         if let refusal = AccessRefusal(error) { return (403, refusal.publicAnswer) }
    ///         return error is DecodingError ? (400, nil) : (500, nil)
    ///     }
    ///
    /// - Parameter error: An access refusal, which is taken as it is, or an `IdentityProofError`, which is
    /// ``invalidProof(_:)``. Anything else, such as an error of the store, gives nil.
    public init?(_ error: any Error) {
        switch error {
        case let refusal as AccessRefusal: self = refusal
        case let error as IdentityProofError: self = .invalidProof(error)
        default: return nil
        }
    }
}

extension AccessRefusal: CustomStringConvertible {
    /// The name of the reason, for a log.
    public var description: String {
        switch self {
        case .malformedChallenge: "malformedChallenge"
        case .deviceNonceNotAccepted: "deviceNonceNotAccepted"
        case .forgedChallenge: "forgedChallenge"
        case .challengeForAnotherCollaboration: "challengeForAnotherCollaboration"
        case .challengeForAnotherAccount: "challengeForAnotherAccount"
        case .challengeFromTheFuture: "challengeFromTheFuture"
        case .expiredChallenge: "expiredChallenge"
        case .invalidProof(let error): "invalidProof(\(error.rawValue))"
        case .challengeAlreadyUsed: "challengeAlreadyUsed"
        case .unknownIdentity: "unknownIdentity"
        case .identityOfAnotherAccount: "identityOfAnotherAccount"
        }
    }
}

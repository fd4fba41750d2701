import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// The server under load, with a clock that is moved by hand.
struct Server: Sendable {
    let clock = SimulatedClock()
    let store = InMemoryParticipantStore()
    let access: CollaborationAccess

    init() {
        let clock = clock
        let challenges = ChallengeAuthority(key: ChallengeKey(), now: { clock.date })
        access = CollaborationAccess(store: store, challenges: challenges)
    }

    /// Presents a proof; what is thrown is no refusal, and there should be none.
    func admit(_ attempt: Attempt) async throws -> Result<Admission, AccessRefusal> {
        do {
            return .success(
                try await access.admit(
                    attempt.proof,
                    answering: attempt.challenge,
                    as: attempt.account,
                    to: attempt.collaboration
                )
            )
        } catch let refusal as AccessRefusal {
            return .failure(refusal)
        }
    }

    /// A proof that a person answers a new challenge with.
    func attempt(
        by person: SimulatedPerson,
        as account: AccountIdentifier,
        for identity: DerivedIdentity
    ) throws -> Attempt {
        let collaboration = identity.collaborationIdentifier
        let challenge = access.challenge(for: collaboration, account: account)
        return Attempt(
            proof: try person.devices[0].signedProof(signing: challenge, for: identity),
            challenge: challenge,
            account: account,
            collaboration: collaboration
        )
    }
}

/// What a client sends.
struct Attempt: Sendable {
    var proof: Person.SignedIdentityProof
    var challenge: Data
    var account: AccountIdentifier
    var collaboration: CollaborationIdentifier
}

/// Something that must hold and does not.
struct Violation: Error, CustomStringConvertible {
    let description: String

    static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws {
        guard holds else { throw Violation(description: description()) }
    }

    static func unless<Value: Equatable>(_ found: Value, is expected: Value, _ what: String) throws {
        try unless(found == expected, "\(what): expected \(expected), found \(found)")
    }
}

import CollaborationCore
import CollaborationTesting
import Foundation
import Synchronization

/// An identity of a person.
enum Invitee: Hashable, Sendable, CustomStringConvertible {
    case alice
    case bob
    case carol

    /// Bob with another identity, of a later invitation.
    case bobAgain(Int)

    var account: Account {
        switch self {
        case .alice: .alice
        case .carol: .carol
        case .bob, .bobAgain: .bob
        }
    }

    var invitation: Int { if case .bobAgain(let number) = self { number } else { 0 } }

    var description: String { invitation == 0 ? "\(account)" : "\(account)'s identity \(invitation)" }
}

/// The devices of the people, two for each, with other keys in each run.
final class People: Sendable {
    private let seed = String(UInt64.random(in: 0 ... .max))
    private let identities = Mutex<[String: DerivedIdentity]>([:])

    /// Derives an identity once, since that takes a while.
    func identity(of person: Invitee, in collaboration: String) throws -> DerivedIdentity {
        try identities.withLock { identities in
            if let known = identities["\(person) \(collaboration)"] { return known }
            let identifier = CollaborationIdentifier(collaboration)
            let identity = try simulated(person).identity(in: identifier, invitation: person.invitation)
            identities["\(person) \(collaboration)"] = identity
            return identity
        }
    }

    /// Has a device sign a challenge: the first one, or the one with another number.
    func proof(of person: Invitee, in collaboration: String, signing challenge: Data, device: Int) throws
        -> ProofText
    {
        let identity = try identity(of: person, in: collaboration)
        let device = simulated(person).devices[device]
        return ProofText(challenge, try device.signedProof(signing: challenge, for: identity))
    }

    private func simulated(_ person: Invitee) -> SimulatedPerson {
        SimulatedPerson("\(person.account)", devices: ["phone", "laptop"], seed: seed)
    }
}

import CollaborationCore
import CollaborationTesting
import Foundation
import Synchronization

/// An identity of Bob or of Carol.
enum Invitee: Hashable, Sendable, CustomStringConvertible {
    case bob
    case carol

    /// Bob with another identity, of a later invitation.
    case bobAgain(Int)

    var account: Account { self == .carol ? .carol : .bob }

    var invitation: Int { if case .bobAgain(let number) = self { number } else { 0 } }

    var description: String { invitation == 0 ? "\(account)" : "\(account)'s identity \(invitation)" }
}

/// The devices of the people, two for each, with other keys in each run.
final class People: Sendable {
    private let seed = String(UInt64.random(in: 0 ... .max))
    private let identities = Mutex<[String: DerivedIdentity]>([:])

    /// Derives an identity once, since that takes a while.
    func identity(of person: Invitee, in document: String) throws -> DerivedIdentity {
        try identities.withLock { identities in
            if let known = identities["\(person) \(document)"] { return known }
            let collaboration = CollaborationIdentifier(document)
            let identity = try simulated(person).identity(in: collaboration, invitation: person.invitation)
            identities["\(person) \(document)"] = identity
            return identity
        }
    }

    /// Has a device sign a challenge: the first one, or the one with another number.
    func proof(of person: Invitee, in document: String, signing challenge: Data, device: Int) throws
        -> ProofText
    {
        let (identity, device) = (try identity(of: person, in: document), simulated(person).devices[device])
        return ProofText(challenge, try device.signedProof(signing: challenge, for: identity))
    }

    private func simulated(_ person: Invitee) -> SimulatedPerson {
        SimulatedPerson("\(person.account)", devices: ["phone", "laptop"], seed: seed)
    }
}

import CollaborationProofs
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
    private let people: [Account: SimulatedPerson]
    private let identities = Mutex<[String: DerivedIdentity]>([:])

    init() {
        let seed = String(UInt64.random(in: 0 ... .max))
        let people = Account.allCases.map { account in
            (account, SimulatedPerson("\(account)", devices: ["phone", "laptop"], seed: seed))
        }
        self.people = Dictionary(uniqueKeysWithValues: people)
    }

    /// The root hash that the sender's app is told.
    func rootHash(of person: Invitee, in document: String) throws -> Data {
        try identity(of: person, in: document).identity.rootHash
    }

    /// Derives an identity once, since that takes a while.
    private func identity(of person: Invitee, in document: String) throws -> DerivedIdentity {
        try identities.withLock { identities in
            if let known = identities["\(person) \(document)"] { return known }
            guard let simulated = people[person.account] else { throw SimulationError.unknownDevice }
            let collaboration = CollaborationIdentifier(document)
            let identity = try simulated.identity(in: collaboration, invitation: person.invitation)
            identities["\(person) \(document)"] = identity
            return identity
        }
    }

    /// Has a device sign a challenge: the first one, or the one with another number.
    func proof(of person: Invitee, in document: String, signing challenge: Data, device: Int) throws
        -> ProofText
    {
        guard let device = people[person.account]?.devices[device] else {
            throw SimulationError.unknownDevice
        }
        let identity = try identity(of: person, in: document)
        return ProofText(challenge, try device.signedProof(signing: challenge, for: identity))
    }
}

import Synchronization

enum Invitee: Hashable, Sendable, CustomStringConvertible {
    case alice, bob, carol

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

/// The devices of the people, two for each, with other keys in each collaboration.
final class People: Sendable {
    private let devices = Mutex<[String: [MadeProof]]>([:])

    func devices(of person: Invitee, in collaboration: String) -> [MadeProof] {
        devices.withLock { devices in
            if let known = devices["\(person) \(collaboration)"] { return known }
            let pair = MadeProof.pair()
            devices["\(person) \(collaboration)"] = pair
            return pair
        }
    }
}

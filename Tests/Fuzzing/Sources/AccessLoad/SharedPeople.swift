import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// The people whom all tasks contend for, with their identities in each shared collaboration.
struct SharedPeople: Sendable {
    let people: [SimulatedPerson]
    let contested: [DerivedIdentity]
    let claimed: [DerivedIdentity]
    let churned: [DerivedIdentity]

    init(seed: UInt64) throws {
        let people = (0..<40).map { SimulatedPerson("Shared \($0)", seed: String(seed)) }
        self.people = people
        contested = try people.map { try $0.identity(in: "contested") }
        claimed = try people.map { try $0.identity(in: "claimed") }
        churned = try people.map { try $0.identity(in: "churned") }
    }

    /// The account that a person alone uses.
    static func account(_ person: Int) -> AccountIdentifier { AccountIdentifier("shared-\(person)") }
}

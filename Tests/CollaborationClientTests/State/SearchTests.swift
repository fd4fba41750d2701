import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

@testable import CollaborationClient

@Suite("Everything that can happen to a session")
struct SearchTests {
    private static func action(
        _ number: UInt8,
        in collaboration: CollaborationIdentifier,
        _ update: ParticipantsUpdate
    ) -> World.SystemAction {
        .init(
            id: UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
            collaboration: collaboration,
            update: update
        )
    }

    private static let removal = action(1, in: "doc-42", ParticipantsUpdate(removedIdentities: [bob]))
    private static let mixed = action(
        2,
        in: "doc-42",
        ParticipantsUpdate(addedIdentities: [carol], removedIdentities: [identity(3)])
    )
    private static let otherRemoval = action(3, in: "doc-43", ParticipantsUpdate(removedIdentities: [bob]))
    private static let addition = action(4, in: "doc-43", ParticipantsUpdate(addedIdentities: [carol]))

    /// Visits every distinct world, breadth first, and returns their number.
    private static func search(_ first: World) throws -> Int {
        var (seen, worlds): (Set<World>, [World]) = ([first], [first])
        while !worlds.isEmpty {
            var next: [World] = []
            for world in worlds {
                try world.checkEnd()
                for move in world.moves {
                    for new in try world.after(move) where seen.insert(new).inserted { next.append(new) }
                }
            }
            worlds = next
        }
        return seen.count
    }

    @Test(
        "The rules of a session hold in each state that one action of the system leads to",
        arguments: [removal, mixed, otherRemoval, addition]
    )
    func oneAction(_ action: World.SystemAction) throws {
        let budget = World.Budget(signOuts: 0, openings: 0)
        #expect(try Self.search(World([action], budget: budget)) > 100)
    }

    @Test(
        "The rules of a session hold in each state with two accounts, two collaborations, and each failure once",
        .enabled(if: BuildConfiguration.isRelease, "takes minutes without optimization")
    )
    func everything() throws {
        let count = try Self.search(World([Self.mixed, Self.otherRemoval], budget: .init(signIns: 2, deliveries: 0)))
        print("distinct states:", count)
        #expect(count > 10_000)
    }
}

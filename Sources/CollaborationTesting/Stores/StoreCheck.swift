import CollaborationModels
import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of a rule.
final class StoreCheck: Sendable {
    let nodes: StoreNodes
    private let run = UUID().uuidString
    private let date: Date
    private let sceneCount = Locked(0)

    /// - Parameters:
    ///   - nodes: The nodes.
    ///   - date: When the first challenge is used.
    init(nodes: StoreNodes, date: Date) {
        self.nodes = nodes
        // Expirations have milliseconds. A store that drops them is found at three quarters of a second.
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down) + 0.75)
    }

    /// Returns a name that no other check and no other call of this method returns.
    func uniqueName() -> String {
        let number = sceneCount.withLock { count in
            count += 1
            return count
        }
        return "\(run) \(number)"
    }

    /// Makes a scene of collaborations, accounts and identities that no other scene has.
    func scene(
        identityCount: Int = 4,
        identities: [Person.Identity]? = nil,
        collaborations: [String]? = nil,
        accounts: [String]? = nil
    ) throws -> StoreScene {
        let fixture = try StoreFixture(
            uniqueName(),
            date: date,
            identityCount: identityCount,
            identities: identities,
            collaborations: collaborations,
            accounts: accounts
        )
        return StoreScene(fixture: fixture, nodes: nodes)
    }
}

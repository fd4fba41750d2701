import CollaborationCrypto
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// Stores that are right while one server uses the database.
extension PlantedFault {
    static let nodes = [
        PlantedFault(
            "A node makes its own identifier",
            breaking: "All nodes of a store have one identifier",
            nodes: {
                let store = InMemoryParticipantStore()
                return (0..<2).map { _ in InterceptedStore { try await $0.perform(on: store) } }
            }
        ),
        PlantedFault(
            "A node reads and writes in two transactions, behind a lock of its own",
            breaking: "Concurrent calls return what they would in some serial order",
            nodes: { lockedNodes(2) }
        ),
        PlantedFault(
            "A node keeps what it has read",
            breaking: "Each node returns what another node has changed",
            nodes: { cachingNodes(2) }
        ),
        PlantedFault(
            "A node keeps the used challenges in its own memory",
            breaking: "A challenge pairs once, and a refusal does not use it up",
            nodes: { forgetfulNodes(2) }
        ),
        PlantedFault(
            "A node has a database of its own",
            breaking: "An identity that is added again keeps its account",
            nodes: { [InMemoryParticipantStore(), InMemoryParticipantStore()] }
        ),
    ]

    /// Nodes that each have a lock, and one database that accepts every write.
    static func lockedNodes(_ count: Int) -> [any ParticipantStore] {
        let database = DocumentDatabase()
        return (0..<count).map { _ in
            let store = FaultyStore(fault: .losesConcurrentUpdates, store: DocumentStore(database: database))
            let lock = TaskLock()
            return InterceptedStore(identifier: database.identifier) { operation in
                try await lock.withLock { try await operation.perform(on: store) }
            }
        }
    }

    /// Nodes that read once, until they change something themselves.
    static func cachingNodes(_ count: Int) -> [any ParticipantStore] {
        let store = InMemoryParticipantStore()
        return (0..<count).map { _ in
            let cache = Locked<[StoreOperation: StoreResult]>([:])
            let lock = TaskLock()
            return InterceptedStore(identifier: store.identifier) { operation in
                try await lock.withLock {
                    switch operation {
                    case .identities, .participants, .collaborations:
                        if let known = cache.withLock({ $0[operation] }) { return known }
                        let result = try await operation.perform(on: store)
                        cache.withLock { $0[operation] = result }
                        return result
                    default:
                        cache.withLock { $0 = [:] }
                        return try await operation.perform(on: store)
                    }
                }
            }
        }
    }

    /// Nodes that share the participants and have a record of used challenges each.
    static func forgetfulNodes(_ count: Int) -> [any ParticipantStore] {
        let store = InMemoryParticipantStore()
        return (0..<count).map { node in
            InterceptedStore(identifier: store.identifier) { operation in
                try await operation.map(use: { use in
                    var bytes = use.digest.rawRepresentation
                    bytes[0] ^= UInt8(node)
                    return use.with(digest: (try? SHA256Digest(rawRepresentation: bytes)) ?? use.digest)
                }).perform(on: store)
            }
        }
    }
}

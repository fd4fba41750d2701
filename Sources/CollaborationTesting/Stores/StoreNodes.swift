import CollaborationServer

/// The nodes of a store, and the one that each call is sent to.
struct StoreNodes: Sendable {
    /// How the calls are distributed.
    enum Order: String, CaseIterable, Sendable {
        case inTurn = "in turn"
        case atRandom = "at random"
    }

    let stores: [any ParticipantStore]
    let order: Order

    /// The nodes of the first calls, repeated for the later ones.
    ///
    /// Their number is a prime, so that no rule makes its calls in step with it.
    private let draws: [Int]

    /// - Parameters:
    ///   - stores: The nodes, at least one.
    ///   - order: How the calls are distributed.
    init(_ stores: [any ParticipantStore], order: Order) {
        self.stores = stores
        self.order = order
        var generator = SeededGenerator("nodes")
        draws = (0..<97).map { _ in Int.random(in: stores.indices, using: &generator) }
    }

    /// The node that a call is sent to, the same in every run.
    func node(forCall number: Int) -> Int {
        switch order {
        case .inTurn: number % stores.count
        case .atRandom: draws[number % draws.count]
        }
    }
}

import CollaborationServer

/// Whether what several callers saw can have come about by their calls one after the other.
package enum SerialOrder {
    /// A call and what it returned.
    package typealias Call = (operation: StoreOperation, result: StoreResult)

    /// Looks for an order of all calls, each caller's in its own order, in which a model returns what was
    /// returned.
    ///
    /// - Parameters:
    ///   - histories: The calls of each caller.
    ///   - final: Calls made when all callers were done, in their order.
    /// - Returns: Whether there is such an order.
    package static func explains(_ histories: [[Call]], then final: [Call]) -> Bool {
        var refuted: Set<Position> = []
        return explains(
            histories,
            then: final,
            from: Position(model: StoreModel(), done: histories.map { _ in 0 }),
            refuted: &refuted
        )
    }

    /// How far an order has come: the calls done by each caller, and what the model holds after them.
    private struct Position: Hashable {
        var model: StoreModel
        var done: [Int]
    }

    private static func explains(
        _ histories: [[Call]],
        then final: [Call],
        from position: Position,
        refuted: inout Set<Position>
    ) -> Bool {
        guard !refuted.contains(position) else { return false }
        if zip(histories, position.done).allSatisfy({ $0.count == $1 }) {
            var model = position.model
            return final.allSatisfy { model.apply($0.operation) == $0.result }
        }
        for caller in histories.indices where position.done[caller] < histories[caller].count {
            let call = histories[caller][position.done[caller]]
            var next = position
            next.done[caller] += 1
            if next.model.apply(call.operation) == call.result,
                explains(histories, then: final, from: next, refuted: &refuted)
            {
                return true
            }
        }
        refuted.insert(position)
        return false
    }
}

import CollaborationServer

/// Checks that concurrent calls were serializable: that some serial order of them returns the same.
package enum SerialOrder {
    /// A call and what it returned.
    package typealias Call = (operation: StoreOperation, result: StoreResult)

    /// Searches for an order of all calls, with those of each caller in their own order, in which a model
    /// returns the same results.
    ///
    /// - Parameters:
    ///   - histories: The calls of each caller.
    ///   - final: Calls that were made after all others, in their order.
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

    /// The number of calls done by each caller, and the model after them.
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

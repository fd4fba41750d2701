/// Checks that concurrent calls are linearizable: that some serial order of them returns the same.
enum SerialOrder {
    /// A call and what it returned.
    typealias Call = (operation: RecordOperation, result: RecordResult)

    /// Searches for an order of all calls, with those of each server in their own order, in which a model returns the same.
    ///
    /// - Parameters:
    ///   - histories: The calls of each server.
    ///   - model: The state before all calls.
    ///   - final: Calls that were made after all others.
    /// - Returns: Whether there is such an order.
    static func explains(_ histories: [[Call]], from model: RecordModel, then final: [Call]) -> Bool {
        var refuted: Set<Position> = []
        let start = Position(model: model, done: histories.map { _ in 0 })
        return explains(histories, then: final, from: start, refuted: &refuted)
    }

    /// The number of calls done by each server, and the model after them.
    private struct Position: Hashable {
        var model: RecordModel
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
        for server in histories.indices where position.done[server] < histories[server].count {
            let call = histories[server][position.done[server]]
            var next = position
            next.done[server] += 1
            guard next.model.apply(call.operation) == call.result else { continue }
            // A record that is empty is deleted, with the expiration of what it has evicted.
            if next.model.isEmpty { next.model = RecordModel() }
            if explains(histories, then: final, from: next, refuted: &refuted) { return true }
        }
        refuted.insert(position)
        return false
    }
}

import CollaborationServer

/// The calls of a scene in the order in which they returned.
struct StoreTranscript: Sendable, CustomStringConvertible {
    let fixture: StoreFixture
    let nodes: StoreNodes

    /// Each call with its node and its result, which is nil if the store threw.
    var calls: [(operation: StoreOperation, node: Int, result: StoreResult?)] = []

    init(fixture: StoreFixture, nodes: StoreNodes) {
        self.fixture = fixture
        self.nodes = nodes
    }

    /// The calls, one on each line; of more than 60, the first 10 and the last 40.
    var description: String {
        var labels = StoreLabels(fixture: fixture)
        var lines = calls.enumerated().map { number, call in
            let node = nodes.stores.count > 1 ? "node \(call.node): " : ""
            let result = call.result.map { labels.describe($0) } ?? "an error"
            return "\(number + 1). \(node)\(labels.describe(call.operation)) -> \(result)"
        }
        if lines.count > 60 {
            lines.replaceSubrange(10..<(lines.count - 40), with: ["... \(lines.count - 50) calls ..."])
        }
        if nodes.stores.count > 1 {
            lines.insert("The calls were sent to \(nodes.stores.count) nodes \(nodes.order.rawValue).", at: 0)
        }
        return lines.joined(separator: "\n")
    }

    func describe(_ result: StoreResult) -> String {
        StoreLabels(fixture: fixture).describe(result)
    }

    /// The calls of each caller, and the calls after all of them.
    func describe(_ histories: [[SerialOrder.Call]], then final: [SerialOrder.Call]) -> String {
        var labels = StoreLabels(fixture: fixture)
        var lines = ["No serial order of these calls explains what they returned."]
        if nodes.stores.count > 1 {
            lines.append("They were sent to \(nodes.stores.count) nodes \(nodes.order.rawValue).")
        }
        for (number, history) in (histories + [final]).enumerated() {
            lines.append(number < histories.count ? "Caller \(number):" : "After all of them:")
            for call in history {
                lines.append("  \(labels.describe(call.operation)) -> \(labels.describe(call.result))")
            }
        }
        return lines.joined(separator: "\n")
    }
}

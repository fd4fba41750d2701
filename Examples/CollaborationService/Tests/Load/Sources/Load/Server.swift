/// The server that is measured, and who uses it.
struct Server: Sendable {
    let nodes: [LoopbackURL]
    let tokens: Tokens

    /// The account that owns all documents.
    let ownerAuthorization: String

    init(nodes: [LoopbackURL], tokens: Tokens) {
        self.nodes = nodes
        self.tokens = tokens
        ownerAuthorization = tokens.authorization(for: "owner")
    }

    /// Runs a body on each of some connections, to the nodes in turn, all at the same time.
    func onConnections<Value: Sendable>(
        _ count: Int,
        _ body: @escaping @Sendable (HTTPConnection) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                let node = nodes[number % nodes.count]
                group.addTask { try await HTTPConnection.with(node, body) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Repeats an operation on all connections until the turns end.
    func measure<Input: Sendable>(
        _ inputs: [Input],
        connectionCount: Int,
        turns: Turns,
        _ operation: @escaping @Sendable (HTTPConnection, Input) async throws -> Answer
    ) async throws -> Samples {
        let start = ContinuousClock.now
        let parts = try await onConnections(connectionCount) { connection in
            var samples = Samples()
            while let turn = turns.next() {
                samples.add(try await operation(connection, inputs[turn % inputs.count]))
            }
            return samples
        }
        return Samples(merging: parts, duration: ContinuousClock.now - start)
    }

    /// Asks for challenges and signs them.
    func signedAnswers(of participants: [Participant], count: Int) async throws -> [Exchange] {
        let turns = Turns(count: count)
        return try await onConnections(16) { connection in
            var answers: [Exchange] = []
            while let turn = turns.next() {
                let participant = participants[turn % participants.count]
                answers.append(try await participant.signedAnswer(through: connection))
            }
            return answers
        }.flatMap(\.self)
    }
}

import CPostgreSQL

extension PostgreSQLConnection {
    /// One of the answers that the server gives to what was sent together.
    private enum Step {
        case preparation(sql: String, name: String)
        case execution
    }

    /// Sends statements in one transaction, each after its preparation if it is new, and returns their results.
    ///
    /// If PostgreSQL refuses one, all are undone, and its error is thrown.
    func run(_ queries: [PostgreSQLQuery]) throws(PostgreSQLError) -> [[[PostgreSQLValue]]] {
        let deadline = ContinuousClock.now + answerLimit
        let steps = try send(queries)
        var results: [[[PostgreSQLValue]]] = []
        var failure: PostgreSQLError?
        for step in steps {
            switch (try nextAnswer(by: deadline), step) {
            case (.rows, .preparation(let sql, let name)): preparedNames[sql] = name
            case (.rows(let rows), .execution): results.append(rows)
            case (.failure(let error), _): failure = failure ?? error
            case (.skipped, _): break
            case (.synchronized, _), (nil, _): throw lost("it answered less than was asked")
            }
            guard try nextAnswer(by: deadline) == nil else { throw lost("it answered more than was asked") }
        }
        // The transaction is committed here, which can fail too.
        switch try nextAnswer(by: deadline) {
        case .synchronized: break
        case .failure(let error):
            failure = failure ?? error
            guard try nextAnswer(by: deadline) == nil, case .synchronized = try nextAnswer(by: deadline)
            else {
                throw lost("it answered out of order")
            }
        default: throw lost("it answered out of order")
        }
        guard unsafe PQexitPipelineMode(handle) == 1 else { throw lost("it answered out of order") }
        if let failure { throw failure }
        guard results.count == queries.count else { throw lost("it did not answer") }
        return results
    }

    /// Runs statements without parameters, separated by semicolons.
    ///
    /// If one fails, the transaction that they have begun is rolled back.
    func run(script: String) throws(PostgreSQLError) {
        let deadline = ContinuousClock.now + answerLimit
        // libpq copies the string.
        guard unsafe PQsendQuery(handle, script) == 1 else { throw lost(message) }
        var failure: PostgreSQLError?
        while let answer = try nextAnswer(by: deadline) {
            if case .failure(let error) = answer { failure = failure ?? error }
        }
        guard let failure else { return }
        if !isReady { try run(script: "ROLLBACK") }
        throw failure
    }

    private func send(_ queries: [PostgreSQLQuery]) throws(PostgreSQLError) -> [Step] {
        guard unsafe PQenterPipelineMode(handle) == 1 else { throw lost(message) }
        var steps: [Step] = []
        var names = preparedNames
        for query in queries {
            let name = names[query.sql] ?? "statement\(names.count)"
            if names.updateValue(name, forKey: query.sql) == nil {
                let types = query.parameters.map(\.type)
                // libpq copies the strings and the numbers, of which there are as many as it is told.
                let isSent = unsafe PQsendPrepare(handle, name, query.sql, Int32(types.count), types) == 1
                guard isSent else { throw lost(message) }
                steps.append(.preparation(sql: query.sql, name: name))
            }
            guard sendExecution(name, query.parameters) else { throw lost(message) }
            steps.append(.execution)
        }
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost(message) }
        return steps
    }

    private func sendExecution(_ name: String, _ parameters: [PostgreSQLValue]) -> Bool {
        var bytes: [UInt8] = []
        var (offsets, lengths): ([Int?], [Int32]) = ([], [])
        for parameter in parameters {
            let start = bytes.count
            let length = parameter.append(to: &bytes)
            offsets.append(length.map { _ in start })
            lengths.append(Int32(length ?? 0))
        }
        // A value without bytes at the end also needs an address in the buffer.
        bytes.append(0)
        let formats = [Int32](repeating: 1, count: parameters.count)
        // Each pointer is nil or within the buffer, which has the stated number of bytes after it. The arrays have as
        // many entries as there are parameters. libpq copies all before it returns.
        return unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = unsafe offsets.map { unsafe $0.flatMap { unsafe start?.advanced(by: $0) } }
            let count = Int32(parameters.count)
            return unsafe PQsendQueryPrepared(handle, name, count, pointers, lengths, formats, 1) == 1
        }
    }
}

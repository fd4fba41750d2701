/// What happens to requests that arrive at the same time.
extension Rule {
    static let atOnce: [Rule] = [
        Rule("Of one proof that is sent eight times at once, one is admitted.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = scene.prove(try await scene.proof())
            let answers = try await scene.sendAtOnce(Array(repeating: proof, count: 8))
            // A busy server may answer with 503 what it has carried out.
            let (admitted, others) = (answers.filter(Expected.success.accepts), answers.map(\.status))
            guard admitted.count == 1 || admitted.isEmpty && others.contains(503),
                Set(others).isSubset(of: [200, 201, 204, 403, 503])
            else { throw Failure("one proof eight times at once", "one success", others) }
            try await scene.play(.reads(.bob))
        },
        Rule("A proof at the same time as the removal gives no lasting access.") { scene in
            for person in (1...4).map(Invitee.bobAgain) {
                try await scene.play(.update(add: [person]))
                let removal = scene.update(scene.updateText(remove: [try scene.rootHash(person)]))
                _ = try await scene.sendAtOnce([scene.prove(scene.proof(of: person)), removal])
                try await scene.play(.readsNot(.bob))
            }
        },
        Rule("Updates at the same time are all kept.") { scene in
            let people = (1...6).map(Invitee.bobAgain)
            let updates = try people.map { scene.update(scene.updateText(add: [try scene.rootHash($0)])) }
            let answers = try await scene.sendAtOnce(updates)
            guard answers.allSatisfy(Expected.success.accepts) else {
                throw Failure("six updates at once", "six successes", answers)
            }
            for person in people { try await scene.play(.admit(person)) }
        },
    ]
}

extension Scene {
    fileprivate func sendAtOnce(_ calls: [Call]) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for call in calls { group.addTask { try await session.send(call, "at once") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

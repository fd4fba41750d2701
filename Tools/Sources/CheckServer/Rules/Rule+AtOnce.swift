import CollaborationCore

/// What happens to requests that arrive at the same time.
extension Rule {
    static let atOnce: [Rule] = [
        Rule("Of one proof that is sent eight times at once, one is admitted.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = scene.prove(try await scene.proof())
            try await scene.expectOneSuccess(Array(repeating: proof, count: 8), "one proof eight times at once")
            try await scene.play(.reads(.bob))
        },
        Rule("Of the identities that sign one challenge at once, one is admitted.") { scene in
            let people = (1...6).map(Invitee.bobAgain)
            try await scene.play(.update(add: people))
            let challenge = try await scene.challenge()
            var proofs: [Call] = []
            for person in people { proofs.append(scene.prove(try await scene.proof(of: person, signing: challenge))) }
            try await scene.expectOneSuccess(proofs, "six identities with one challenge at once")
        },
        Rule("A proof at the same time as the removal gives no lasting access.") { scene in
            try await scene.play(.update(add: [.carol]), .admit(.carol))
            for person in (1...4).map(Invitee.bobAgain) {
                try await scene.play(.update(add: [person]))
                let removal = scene.update(remove: [scene.rootHash(person)])
                _ = try await scene.sendAtOnce([scene.prove(scene.proof(of: person)), removal])
                try await scene.play(.readsNot(.bob))
            }
        },
        Rule("Updates at the same time are all kept.", admits: true) { scene in
            let people = (1...6).map(Invitee.bobAgain)
            let updates = people.map { scene.update(add: [scene.rootHash($0)]) }
            let answers = try await scene.sendAtOnce(updates)
            guard answers.allSatisfy(Expected.success.accepts) else {
                throw Failure("six updates at once", "six successes", answers)
            }
            for person in people { try await scene.play(.admit(person)) }
        },
    ]
}

extension Scene {
    /// Sends proofs at once, of which one must be admitted.
    fileprivate func expectOneSuccess(_ proofs: [Call], _ what: String) async throws {
        let answers = try await sendAtOnce(proofs)
        // A busy server may answer with 503 what it has carried out.
        let (admitted, statuses) = (answers.filter(Expected.success.accepts), answers.map(\.status))
        guard admitted.count == 1 || admitted.isEmpty && statuses.contains(503),
            Set(statuses).isSubset(of: [200, 201, 204, 403, 503])
        else { throw Failure(what, "one success", statuses, isOfSuccess: admitted.isEmpty) }
    }
}

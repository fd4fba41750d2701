import CollaborationCore

/// What happens to requests that arrive at the same time.
extension Rule {
    static let atOnce: [Rule] = [
        Rule("once.proof", "Of one proof that is sent eight times at once, one is admitted.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = scene.prove(try await scene.proof())
            try await scene.expectOneSuccess(Array(repeating: proof, count: 8), "one proof eight times at once")
            try await scene.play(.reads(.bob))
        },
        Rule("once.challenge", "Of the identities that sign one challenge at once, one is admitted.") { scene in
            let people = (1...6).map(Invitee.bobAgain)
            try await scene.play(.update(add: people))
            let challenge = try await scene.challenge()
            var proofs: [Call] = []
            for person in people { proofs.append(scene.prove(try await scene.proof(of: person, signing: challenge))) }
            try await scene.expectOneSuccess(proofs, "six identities with one challenge at once")
        },
        Rule("once.removal", "A proof at the same time as the removal gives no lasting access.") { scene in
            try await scene.play(.update(add: [.carol]), .admit(.carol))
            for person in (1...4).map(Invitee.bobAgain) {
                try await scene.play(.update(add: [person]))
                let removal = scene.update(remove: [scene.rootHash(person)])
                _ = try await scene.sendAtOnce([scene.prove(scene.proof(of: person)), removal])
                try await scene.play(.readsNot(.bob))
            }
        },
        Rule("once.updates", "Updates at the same time are all kept.") { scene in
            let people = (1...6).map(Invitee.bobAgain)
            let updates = people.map { scene.update(add: [scene.rootHash($0)]) }
            let answers = try await scene.sendAtOnce(updates)
            guard answers.allSatisfy(Expected.success.accepts) else {
                throw Failure("six updates at once", "six successes", answers.statuses)
            }
            for person in people { try await scene.play(.admit(person)) }
        },
        Rule("once.both", "A removal and an addition at the same time are both kept.") { scene in
            for number in 0..<10 {
                let (stays, goes, comes) = (
                    Invitee.carol, Invitee.bobAgain(2 * number), Invitee.bobAgain(2 * number + 1)
                )
                try await scene.play(.update(add: [stays, goes]))
                let updates = [
                    scene.update(remove: [scene.rootHash(goes)]), scene.update(add: [scene.rootHash(comes)]),
                ]
                for (answer, update) in zip(try await scene.sendAtOnce(updates), updates) {
                    try scene.session.check(answer, .success, update, "a removal and an addition at once")
                }
                try await scene.play(.refuse(goes), .admit(comes))
            }
        },
        Rule("start.once", "Of two accounts that start one name at the same time, one is the owner.") { scene in
            let names = scene.session.namesCollaborations
            guard names else { throw NotSeen("The server makes the names: see --start.", isAllowed: false) }
            for _ in 0..<5 {
                let other = Scene(scene.session, collaboration: "check-\(UInt64.random(in: 0 ... .max))")
                let calls = [Account.alice, .bob, .alice, .bob].map { other.startAgain($0) }
                let answers = try await other.sendAtOnce(calls)
                let served = answers.map { Expected.success.accepts($0) }
                guard served == [true, false, true, false] || served == [false, true, false, true] else {
                    let expected = "success for both starts of one, and 403 for the other"
                    throw Failure("alice, bob, alice and bob start at once", expected, answers.statuses)
                }
                let reads = try await other.sendAtOnce([other.read(.alice), other.read(.bob)])
                guard reads.map(\.status).sorted() == [200, 403] else {
                    throw Failure(
                        "alice and bob have started at once, and read",
                        "one of them is the owner",
                        reads.statuses
                    )
                }
            }
        },
    ]
}

extension [Answer] {
    fileprivate var statuses: String { map { "\($0.status)" }.joined(separator: ", ") }
}

extension Scene {
    /// Sends proofs at once, of which one must be admitted.
    fileprivate func expectOneSuccess(_ proofs: [Call], _ what: String) async throws {
        let answers = try await sendAtOnce(proofs)
        // A busy server may answer with 503 what it has carried out.
        let (admitted, statuses) = (answers.filter(Expected.success.accepts), answers.map(\.status))
        guard admitted.count == 1 || admitted.isEmpty && statuses.contains(503),
            Set(statuses).isSubset(of: [200, 201, 204, 403, 503])
        else { throw Failure(what, "one success, and status 403 for the others", answers.statuses) }
    }
}

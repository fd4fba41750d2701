/// What happens to requests that arrive at the same time.
extension Rule {
    static let atOnce: [Rule] = [
        Rule("once.challenge", "Of the proofs of one challenge that come at once, each twice, one is admitted.") {
            scene in
            let people = (1...6).map(Invitee.bobAgain)
            try await scene.play(.update(add: people))
            let challenge = try await scene.challenge()
            var proofs: [Call] = []
            for person in people { proofs.append(scene.prove(try await scene.proof(of: person, signing: challenge))) }
            try await scene.expectOneSuccess(proofs + proofs, "six identities with one challenge at once, each twice")
            try await scene.play(.reads(.bob))
        },
        Rule("once.removal", "A proof at the same time as the removal gives no lasting access.") { scene in
            try await scene.play(.update(add: [.carol]), .admit(.carol))
            for person in (1...10).map(Invitee.bobAgain) {
                try await scene.play(.update(add: [person]))
                let removal = scene.update(remove: [scene.rootHash(person)])
                _ = try await scene.sendAtOnce([scene.prove(scene.proof(of: person)), removal])
                try await scene.play(.readsNot(.bob))
            }
        },
        Rule("once.updates", "Updates at the same time are all kept.") { scene in
            let people = (1...6).map(Invitee.bobAgain)
            try await scene.expectSuccess(people.map { scene.update(add: [scene.rootHash($0)]) }, "six updates at once")
            for person in people { try await scene.play(.admit(person)) }
        },
        Rule("once.both", "A removal and an addition at the same time are both kept.") { scene in
            for number in 0..<10 {
                let (goes, comes) = (Invitee.bobAgain(2 * number), Invitee.bobAgain(2 * number + 1))
                try await scene.play(.update(add: [.carol, goes]))
                let removal = scene.update(remove: [scene.rootHash(goes)])
                let addition = scene.update(add: [goes, comes].map(scene.rootHash))
                try await scene.expectSuccess([removal, addition], "a removal and an addition at once")
                try await scene.play(.refuse(goes), .admit(comes))
            }
        },
        Rule("once.accounts", "Of two accounts that prove one identity at once, one is admitted.") { scene in
            for person in (1...3).map(Invitee.bobAgain) {
                try await scene.play(.update(add: [person]))
                var proofs: [Call] = []
                for account in [Account.bob, .carol, .bob, .carol] {
                    let proof = try await scene.proof(of: person, signing: scene.challenge(account))
                    proofs.append(scene.prove(proof, as: account))
                }
                let answers = try await scene.sendAtOnce(proofs)
                let served = answers.map { Expected.success.accepts($0) }
                let isRight =
                    answers.contains(where: \.wasBusy)
                    || served[0] != served[1] && served[0] == served[2] && served[1] == served[3]
                try require(isRight, "bob and carol prove one identity twice at once", "success of one", answers.words)
                try await scene.play(.update(remove: [person]), .readsNot(.bob), .readsNot(.carol))
            }
        },
        Rule("once.start", "A new start, updates and proofs at the same time are all kept.") { scene in
            for number in 0..<6 {
                let people = (0..<3).map { Invitee.bobAgain(3 * number + $0) }
                let (comes, goes, proves) = (people[0], people[1], people[2])
                try await scene.play(.update(add: [goes, proves]), .admit(goes))
                let calls = [
                    scene.startAgain(.alice), scene.update(add: [scene.rootHash(comes)]), scene.startAgain(.alice),
                    scene.update(remove: [scene.rootHash(goes)]), scene.prove(try await scene.proof(of: proves)),
                ]
                try await scene.expectSuccess(calls, "starts, updates and a proof at once")
                try await scene.play(.refuse(goes), .reads(.bob), .admit(comes), .update(remove: [comes, proves]))
                try await scene.play(.readsNot(.bob), .reads(.alice))
            }
        },
        Rule("start.once", "Of two accounts that start one name at the same time, one is the owner.") { scene in
            for _ in 0..<5 {
                let other = Scene(scene.session, collaboration: try scene.session.chosen(Session.newName))
                let calls = [Account.alice, .bob, .alice, .bob].map { other.startAgain($0) }
                let answers = try await other.sendAtOnce(calls)
                let served = answers.map { Expected.success.accepts($0) }
                let isRight = served[0] != served[1] && served[0] == served[2] && served[1] == served[3]
                let expected = "success for both starts of one, and 403 for the other"
                try require(isRight, "alice, bob, alice and bob start at once", expected, answers.words)
                let reads = try await other.sendAtOnce([other.read(.alice), other.read(.bob)])
                let what = "alice and bob have started at once, and read"
                try require(reads.statuses.sorted() == [200, 403], what, "one of them is the owner", reads.words)
            }
        },
        Rule("once.acts", "A removal holds as a guest is let in, and of two transfers at once one is carried out.") {
            scene in
            for _ in 0..<10 {
                let scene = try await Scene(scene.session)
                let calls = [scene.call(.guest, .alice, target: .bob), scene.call(.remove, .alice, target: .bob)]
                _ = try await scene.sendAtOnce(calls)
                try await scene.play(.readsNot(.bob))
            }
            for _ in 0..<10 {
                let scene = try await Scene(scene.session)
                try await scene.play(.does(.alice, .guest, .bob), .does(.alice, .guest, .carol))
                let calls = [Account.bob, .carol].map { scene.call(.transfer, .alice, target: $0) }
                try await scene.expectOneSuccess(calls, "alice makes bob the owner, and carol")
            }
        },
    ]
}

extension [Answer] {
    fileprivate var statuses: [Int] { map(\.status) }

    fileprivate var words: String { "the statuses " + statuses.map(String.init).joined(separator: ", ") }
}

extension Scene {
    /// Sends requests at once, which must all succeed.
    fileprivate func expectSuccess(_ calls: [Call], _ what: String) async throws {
        // A busy server may refuse to do again what it has carried out.
        for (answer, call) in zip(try await sendAtOnce(calls), calls) where !answer.wasBusy || answer.status != 403 {
            try session.check(answer, .success, call, what)
        }
    }

    /// Sends proofs at once, of which one must be admitted.
    fileprivate func expectOneSuccess(_ proofs: [Call], _ what: String) async throws {
        let answers = try await sendAtOnce(proofs)
        let admitted = answers.count(where: Expected.success.accepts)
        let isRight = admitted == 1 || admitted == 0 && answers.contains(where: \.wasBusy)
        let isRest = Set(answers.statuses).isSubset(of: [200, 201, 204, 403, 503])
        try require(isRight && isRest, what, "one success, and status 403 for the others", answers.words)
    }
}

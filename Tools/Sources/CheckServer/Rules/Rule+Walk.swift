extension Rule {
    /// Walks over the acts and the states of people, and compares each answer with the model.
    static let walk = Rule("life.walk", "Acts in any order do what the documents say of each in each state.") { scene in
        let (session, lines) = (scene.session, scene.settings.lines)
        let (isNamed, hasBackEnd) = (session.namesCollaborations, !session.token(of: "back-end").isEmpty)
        var model = Model(isNamed: isNamed, hasBackEnd: hasBackEnd, owner: isNamed ? nil : 0)
        model.selection = scene.settings.selectedOptions
        let routes: [(Move.Act, Line)] = [
            (.leave, lines.leave), (.guest, lines.guest), (.transfer, lines.transfer), (.remove, lines.remove),
            (.end, lines.end),
        ]
        let others = (scene.settings.offeredOptions ?? []).filter { !model.selection.contains($0) }.map { [$0] }
        var plan = Plan(
            from: model,
            acts: [.start, .add, .drop, .prove] + routes.filter { !$0.1.isNone }.map(\.0),
            selections: [model.selection] + others.prefix(1),
            participantsMayUpdate: scene.settings.participantsMayUpdate
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            var count = 0
            for number in 0..<200 where count < 1_100 {
                let steps = plan.walk()
                count += steps.count
                if number >= 4 { try await group.next() }
                group.addTask {
                    try await (isNamed ? Scene(session, collaboration: Session.newName) : Scene(session)).walk(steps)
                }
            }
            try await group.waitForAll()
        }
    }
}

extension Scene {
    fileprivate func walk(_ steps: [Plan.Step]) async throws {
        for (number, step) in steps.enumerated() {
            do {
                try await expect(step.expected, call(step.move, device: number % 2), "\(step.move)")
                try await look(step)
            } catch let failure as Failure {
                let moves = steps[...number].map(\.move)
                throw Failure("\(failure.sent), in \(collaboration) after \(moves)", failure.expected, failure.came)
            }
        }
    }

    private func call(_ move: Move, device: Int) async throws -> Call {
        let by = Account.allCases[move.by]
        let (target, person) = (move.target.map { Account.allCases[$0] }, Invitee.bobAgain(move.identity ?? 0))
        switch move.act {
        case .start: return startAgain(by, move.selection)
        case .add: return update(add: [rootHash(person)], as: by)
        case .drop: return update(remove: [rootHash(person)], as: by)
        case .prove: return try await prove(proof(of: person, signing: challenge(by), device: device), as: by)
        case .leave: return call(.leave, by)
        case .guest: return call(.guest, by, target: target)
        case .transfer: return call(.transfer, by, target: target)
        // The back end's token is sent for alice.
        case .remove: return call(.remove, session.token(of: "back-end").isEmpty ? by : .alice, target: target)
        case .end: return call(.end, by)
        }
    }

    /// Asks what each account has access to, and at times for lists and identities.
    private func look(_ step: Plan.Step) async throws {
        let (model, people) = (step.after, Account.allCases)
        for (person, account) in people.enumerated() {
            guard model.hasAccess(person) else {
                try await expect(.refusal, read(account), "\(account) reads")
                continue
            }
            let (isOwner, permitted) = try await access(account)
            let expected = person == model.owner ? settings.offeredOptions : model.selection
            let isRight = isOwner == (person == model.owner) && expected.map { Set($0) == Set(permitted) } ?? true
            let words = "isOwner of \(person == model.owner), and \(expected ?? [])"
            try require(isRight, "\(account) reads", words, "\(isOwner), and \(permitted)")
        }
        for person in step.lists where !settings.lines.list.isNone {
            try await expectListed(model.hasAccess(person), people[person])
        }
        for (by, of) in step.identities where !settings.lines.identities.isNone {
            if model.hasAccess(by) {
                try await expectIdentities(model.held(by: of).map(Invitee.bobAgain), people[by], people[of])
            } else {
                let call = call(.identities, people[by], target: people[of])
                try await expect(.refusal, call, "\(people[by]) asks for the identities of \(people[of])")
            }
        }
    }
}

import Foundation

/// What the answer about access says, and to whom.
extension Rule {
    static let selection: [Rule] = [
        Rule("life.answer", "The answer about access says who is the owner and what is permitted, and names nobody.") {
            scene in
            try await scene.play(.update(add: [.bob, .carol]), .admit(.bob), .admit(.carol))
            let settings = scene.session.settings
            let selected = settings.selectedOptions
            for account in Account.allCases {
                let (isOwner, permitted) = try await scene.access(account)
                guard isOwner == (account == .alice) else {
                    throw Failure("\(account) reads", "isOwner of \(account == .alice)", "isOwner of \(isOwner)")
                }
                let expected = isOwner ? settings.offeredOptions : selected
                // The owner is permitted what is offered, which may be more than is selected.
                let isRight = expected.map { Set($0) == Set(permitted) } ?? Set(selected).isSubset(of: permitted)
                let isSorted = zip(permitted, permitted.dropFirst()).allSatisfy {
                    $0.utf8.lexicographicallyPrecedes($1.utf8)
                }
                guard isRight, isSorted else {
                    let wanted = (expected ?? selected).joined(separator: ", ")
                    let sentence = "the permitted options \(wanted), each once, in the order of their bytes"
                    throw Failure("\(account) reads", sentence, permitted.joined(separator: ", "))
                }
                let answer = try await scene.expect(.message, scene.read(account), "\(account) reads")
                let text = (answer.headers.map { "\($0): \($1)" } + [String(decoding: answer.body, as: UTF8.self)])
                    .joined()
                for other in Account.allCases where other != account && text.contains("\(other)") {
                    throw Failure("\(account) reads", "nobody else in the answer", "\(other) in \(text)")
                }
                for person in [Invitee.bob, .carol] where text.contains(scene.rootHash(person).prefix(20)) {
                    throw Failure("\(account) reads", "no identity in the answer", text)
                }
            }
        },
        Rule("life.answer-stays", "What others do changes nothing in the answer about access.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            func body(_ account: Account) async throws -> String {
                let (isOwner, permitted) = try await scene.access(account)
                return "isOwner \(isOwner), permitted \(permitted.joined(separator: ", "))"
            }
            let before = [try await body(.alice), try await body(.bob)]
            try await scene.play(.update(add: [.carol, .bobAgain(1)]), .admit(.carol), .admit(.bobAgain(1)))
            for (account, was) in zip([Account.alice, .bob], before) where try await body(account) != was {
                throw Failure("\(account) reads after others have come", was, try await body(account))
            }
            try await scene.play(.update(remove: [.carol, .bob]), .refuse(.carol))
            for (account, was) in zip([Account.alice, .bob], before) where try await body(account) != was {
                throw Failure("\(account) reads after others have come and gone", was, try await body(account))
            }
        },
        Rule("life.conditions", "A request with conditions or for headers alone tells a stranger nothing.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            let answer = try await scene.expect(.message, scene.read(.bob), "bob reads")
            var conditions = [
                ["If-None-Match": "*"], ["If-Modified-Since": "Thu, 01 Jan 2099 00:00:00 GMT"], ["Range": "bytes=0-0"],
            ]
            if let tag = answer.headers["etag"] { conditions.append(["If-None-Match": tag]) }
            for scene in [scene, scene.missing] {
                for headers in conditions {
                    var call = scene.read(.carol)
                    call.headers = headers
                    let what = "carol reads with \(headers.map { "\($0): \($1)" }.joined())"
                    let refusal = try await scene.expect(.refusal, call, what)
                    guard refusal.headers["etag"] == nil, refusal.headers["last-modified"] == nil else {
                        throw Failure(
                            scene.session.describe(call, what),
                            "no ETag and no Last-Modified",
                            refusal.headers.keys.sorted().joined(separator: ", ")
                        )
                    }
                }
            }
            try await scene.play(.update(remove: [.bob]))
            for headers in conditions {
                var call = scene.read(.bob)
                call.headers = headers
                try await scene.expect(.refusal, call, "bob reads after his removal, with a condition")
            }
        },
        Rule("life.selection", "A new selection takes the place of the old one, for all who have none of their own.") {
            scene in
            let settings = scene.session.settings
            guard let offered = settings.offeredOptions,
                let other = offered.first(where: { !settings.selectedOptions.contains($0) })
            else { throw NotSeen("It needs another option: see --offered.", isAllowed: false) }
            try await scene.play(.update(add: [.bob, .carol], remove: [.bobAgain(1)]), .admit(.bob))
            try await scene.play(.reads(.alice), .reads(.bob))
            try await scene.expect(.success, scene.startAgain(.alice, [other]), "alice selects \(other) alone")
            try await scene.play(.update(add: [.bobAgain(1)]))
            try await scene.play(.admit(.carol), .refuse(.bobAgain(1)))
            for account in Account.allCases {
                let (isOwner, permitted) = try await scene.access(account)
                guard isOwner == (account == .alice), Set(permitted) == (isOwner ? Set(offered) : [other]) else {
                    let expected = isOwner ? offered.joined(separator: ", ") : other
                    throw Failure(
                        "\(account) reads after the new selection",
                        expected,
                        permitted.joined(separator: ", ")
                    )
                }
            }
        },
        Rule("life.guest", "A guest has access without a proof, like a participant, and only the owner lets one in.") {
            scene in
            try await scene.expect(.refusal, scene.call(.guest, .carol, target: .bob), "carol lets bob in")
            try await scene.play(.readsNot(.bob))
            try await scene.expect(.success, scene.call(.guest, .alice, target: .bob), "alice lets bob in")
            let (isOwner, permitted) = try await scene.access(.bob)
            guard !isOwner, Set(permitted) == Set(scene.session.settings.selectedOptions) else {
                throw Failure("bob, a guest, reads", "what is selected", permitted.joined(separator: ", "))
            }
            if !scene.session.settings.participantsMayUpdate {
                try await scene.expect(.refusal, scene.update(as: .bob), "an update of a guest")
            }
            try await scene.play(.readsNot(.carol))
        },
        Rule("life.transfer", "A new owner may do what the former one did, who keeps access and nothing more.") {
            scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            try await scene.expect(.refusal, scene.call(.transfer, .bob, target: .bob), "bob makes himself the owner")
            try await scene.expect(
                .refusal,
                scene.call(.transfer, .alice, target: .carol),
                "to carol, who has no access"
            )
            try await scene.expect(.success, scene.call(.transfer, .alice, target: .bob), "alice makes bob the owner")
            guard try await scene.access(.bob).isOwner, try await !scene.access(.alice).isOwner else {
                throw Failure("alice and bob read after the transfer", "bob is the owner", "another one is")
            }
            try await scene.expect(.refusal, scene.call(.end, .alice), "alice ends what is bob's")
            try await scene.expect(.refusal, scene.startAgain(.alice), "alice starts what is bob's")
            let update = scene.updateText(add: [scene.rootHash(.carol)])
            try await scene.expect(.success, scene.update(update, as: .bob), "bob adds carol")
            try await scene.play(.admit(.carol))
        },
        Rule(
            "life.remove",
            "An account that was removed has no access, whatever it proves, has left with or is invited with."
        ) { scene in
            try await scene.play(
                .update(add: [.bob, .bobAgain(1), .bobAgain(2), .carol]),
                .admit(.bob),
                .admit(.carol)
            )
            try await scene.expect(.success, scene.call(.leave, .bob), "bob leaves")
            try await scene.play(.admit(.bobAgain(1)))
            try await scene.expect(.refusal, scene.call(.remove, .carol, target: .bob), "carol removes bob")
            try await scene.play(.reads(.bob))
            try await scene.expect(.success, scene.call(.remove, .alice, target: .bob), "alice removes bob")
            try await scene.play(.readsNot(.bob), .refuse(.bob), .refuse(.bobAgain(1)), .refuse(.bobAgain(2)))
            let left = try await scene.proof(signing: scene.challenge(.carol))
            try await scene.expect(.refusal, scene.prove(left, as: .carol), "carol proves what bob had left")
            try await scene.play(.update(add: [.bobAgain(3)]), .refuse(.bobAgain(3)), .reads(.carol), .reads(.alice))
        },
    ]
}

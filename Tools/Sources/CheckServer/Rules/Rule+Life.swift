import CollaborationCore
import Foundation
import ToolSupport

/// What happens to a collaboration: who has it in a list, what an account may do in it, who leaves, and how it ends.
extension Rule {
    static let life: [Rule] = [
        Rule("life.list", "A list has the collaborations that an account has access to.") { scene in
            try await scene.play(.update(add: [.alice, .bob, .bobAgain(1)]))
            for isIn in [false, true] {
                if isIn { try await scene.play(.admit(.alice), .admit(.bob), .admit(.bobAgain(1))) }
                for account in Account.allCases {
                    try await scene.expectListed(account == .alice || isIn && account == .bob, account)
                }
            }
        },
        Rule("life.answer", "The answer about access says who is the owner and what is permitted, and names nobody.") {
            scene in
            try await scene.play(.update(add: [.bob, .carol]), .admit(.bob), .admit(.carol))
            let selected = scene.settings.selectedOptions
            for account in Account.allCases {
                let (isOwner, permitted) = try await scene.access(account)
                let (what, isAlice) = ("\(account) reads", account == .alice)
                try require(isOwner == isAlice, what, "isOwner of \(isAlice)", "isOwner of \(isOwner)")
                let expected = isOwner ? scene.settings.offeredOptions : selected
                // The owner is permitted what is offered, which may be more than is selected.
                let isRight = expected.map { Set($0) == Set(permitted) } ?? Set(selected).isSubset(of: permitted)
                let isSorted = zip(permitted, permitted.dropFirst()).allSatisfy {
                    $0.utf8.lexicographicallyPrecedes($1.utf8)
                }
                let sentence = "the permitted options \(expected ?? selected), each once, in the order of their bytes"
                try require(isRight && isSorted, what, sentence, permitted)
                let answer = try await scene.expect(.message, scene.read(account), what)
                let text = "\(answer.headers)" + String(decoding: answer.body, as: UTF8.self)
                for other in Account.allCases where other != account {
                    try require(!text.contains("\(other)"), what, "nobody else in the answer", "\(other) in \(text)")
                }
                for root in [scene.rootHash(.bob), scene.rootHash(.carol)] {
                    try require(!text.contains(root.prefix(20)), what, "no identity in the answer", text)
                }
            }
        },
        Rule("life.answer-stays", "What others do changes nothing in the answer about access.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            func answers() async throws -> [String] {
                let answers = [
                    try await scene.expect(.message, scene.read(.alice), "alice reads"),
                    try await scene.expect(.message, scene.read(.bob), "bob reads"),
                ]
                return try answers.map {
                    let members = try JSONSerialization.data(withJSONObject: $0.object ?? [:], options: .sortedKeys)
                    return String(decoding: members, as: UTF8.self)
                }
            }
            let before = try await answers()
            try await scene.play(.update(add: [.carol, .bobAgain(1)]), .admit(.carol), .admit(.bobAgain(1)))
            var after = try await answers()
            try require(after == before, "alice and bob read after others have come", "\(before)", after)
            try await scene.play(.update(remove: [.carol, .bob]), .refuse(.carol))
            after = try await answers()
            try require(after == before, "alice and bob read after others have come and gone", "\(before)", after)
        },
        Rule("life.conditions", "A request with conditions or for headers alone tells a stranger nothing.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            let answer = try await scene.expect(.message, scene.read(.bob), "bob reads")
            var conditions = [
                ["If-None-Match": "*"], ["If-Modified-Since": "Thu, 01 Jan 2099 00:00:00 GMT"], ["Range": "bytes=0-0"],
            ]
            if let tag = answer.headers["etag"] { conditions.append(["If-None-Match": tag]) }
            for (scene, headers) in conditions.flatMap({ [(scene, $0), (scene.missing, $0)] }) {
                let call = scene.read(.carol).with(\.headers, headers)
                try await scene.expect(.refusal, call, "carol reads with \(headers)")
            }
            try await scene.play(.update(remove: [.bob]))
            for headers in conditions {
                let call = scene.read(.bob).with(\.headers, headers)
                try await scene.expect(.refusal, call, "bob reads after his removal, with a condition")
            }
        },
        Rule("life.selection", "A new selection takes the place of the old one, for all who have none of their own.") {
            scene in
            guard let offered = scene.settings.offeredOptions,
                let other = offered.first(where: { !scene.settings.selectedOptions.contains($0) })
            else { throw NotSeen("It needs another option: see --offered.", isAllowed: false) }
            try await scene.play(.update(add: [.bob, .carol]), .admit(.bob), .reads(.bob))
            try await scene.expect(.success, scene.startAgain(.alice, [other]), "alice selects \(other) alone")
            try await scene.play(.admit(.carol))
            for selection in [[other], []] {
                if selection.isEmpty {
                    // Where an option must be selected, that is malformed.
                    let answer = try await scene.session.send(scene.startAgain(.alice, []), "alice selects nothing")
                    if answer.status == 400 { break }
                }
                for account in Account.allCases {
                    let (isOwner, permitted) = try await scene.access(account)
                    let expected = account == .alice ? offered : selection
                    let isRight = isOwner == (account == .alice) && Set(permitted) == Set(expected)
                    try require(isRight, "\(account) reads after the new selection", "\(expected)", permitted)
                }
            }
        },
        Rule("life.guest", "A guest has access without a proof, like a participant, and only the owner lets one in.") {
            scene in
            try await scene.missing.play(.mayNot(.alice, .guest, .bob), .readsNot(.alice))
            try await scene.play(.mayNot(.carol, .guest, .bob), .readsNot(.bob), .does(.alice, .guest, .bob))
            let (isOwner, permitted) = try await scene.access(.bob)
            let isRight = !isOwner && Set(permitted) == Set(scene.settings.selectedOptions)
            try require(isRight, "bob, a guest, reads", "what is selected", permitted)
            try await scene.play(.does(.alice, .guest, .bob), .update(add: [.bob]))
            let proof = scene.prove(try await scene.proof())
            try await scene.expect(.success, proof, "the guest's proof")
            try await scene.expect(.refusal, proof, "the guest's proof again")
            try await scene.play(.reads(.bob), .update(add: [.carol]), .admit(.carol), .does(.alice, .guest, .carol))
            try await scene.play(.update(remove: [.bob, .carol]), .reads(.bob), .reads(.carol))
        },
        Rule("life.transfer", "A new owner may do what the former one did, who keeps access and nothing more.") {
            scene in
            try await scene.play(.update(add: [.alice, .bob], remove: [.bobAgain(1)]), .admit(.bob), .admit(.alice))
            try await scene.play(.mayNot(.alice, .transfer, .carol), .update(add: [.carol]), .admit(.carol))
            try await scene.play(.does(.alice, .transfer, .bob), .mayNot(.alice, .transfer, .alice))
            try await scene.play(.reads(.carol), .reads(.alice), .admit(.alice))
            let (again, own) = ([scene.rootHash(.bobAgain(1))], [scene.rootHash(.alice)])
            try await scene.expect(.success, scene.update(add: again, remove: own, as: .bob), "bob's update")
            try await scene.play(.refuse(.bobAgain(1)), .reads(.alice))
            try await scene.expect(.refusal, scene.startAgain(.alice), "alice starts what is bob's")
            try await scene.expect(.success, scene.startAgain(.bob), "bob starts it again")
            try await scene.play(.does(.bob, .transfer, .alice), .mayNot(.bob, .transfer, .bob))
        },
        Rule("life.remove", "An account that was removed has no access, whatever it proves, has left with or gets.") {
            scene in
            try await scene.play(.update(add: [.bob, .bobAgain(1), .bobAgain(2), .carol]), .admit(.bob))
            try await scene.play(.admit(.carol), .does(.bob, .leave), .admit(.bobAgain(1)))
            let early = try await scene.challenge()
            try await scene.expect(.noSuccess, scene.call(.remove, .carol, target: .bob), "carol removes bob")
            try await scene.play(.reads(.bob), .does(.alice, .remove, .bob), .readsNot(.bob), .refuse(.bob))
            try await scene.play(.mayNot(.bob, .leave))
            try await scene.play(.refuse(.bobAgain(1)), .refuse(.bobAgain(2)), .update(add: [.bob]))
            for person in [Invitee.bob, .bobAgain(1)] {
                let left = try await scene.proof(of: person, signing: scene.challenge(.carol))
                try await scene.expect(.refusal, scene.prove(left, as: .carol), "carol proves what bob had")
            }
            try await scene.expect(.success, scene.startAgain(.alice), "alice starts it again")
            try await scene.play(.update(add: [.bobAgain(3)]), .reads(.carol), .reads(.alice))
            let (proof, late) = (try await scene.proof(of: .bobAgain(3), signing: early), try await scene.challenge())
            try require(late.count == early.count, "a challenge of bob", "\(early.count) bytes", "\(late.count) bytes")
            try await scene.expect(.refusal, scene.prove(proof), "bob proves what is new with a challenge of before")
            try await scene.expect(.noSuccess, scene.call(.remove, .alice, target: .alice), "alice removes the owner")
            if !scene.settings.lines.guest.isNone {
                try await scene.expect(.noSuccess, scene.call(.guest, .alice, target: .bob), "bob, a guest again")
            }
            try await scene.play(.reads(.alice), .readsNot(.bob))
            guard scene.session.namesCollaborations, !scene.settings.lines.end.isNone else { return }
            try await scene.play(.does(.alice, .end))
            try await scene.expect(.refusal, scene.startAgain(.bob), "bob, who was removed, starts what has ended")
            try await scene.expect(.success, scene.startAgain(.alice), "alice starts it again after its end")
            try await scene.play(.update(add: [.bobAgain(4)]), .refuse(.bobAgain(4)), .readsNot(.bob))
        },
        Rule("life.leave", "Who leaves has no access, and comes back with a new proof.") {
            [
                .update(add: [.bob]), .admit(.bob), .does(.bob, .leave), .readsNot(.bob), .mayNot(.bob, .leave),
                .admit(.bob), .reads(.bob), .does(.bob, .leave), .update(add: [.bob]), .readsNot(.bob), .admit(.bob),
            ]
        },
        Rule("life.list-many", "A list has all collaborations of the account, on pages or on one.") { scene in
            var own: [Scene] = []
            for _ in 0..<45 {
                let started = try await scene.session.start(by: .bob)
                own.append(Scene(scene.session, collaboration: started.collaborationIdentifier.rawValue))
            }
            for each in own { try await each.expectListed(true, .bob) }
            try await scene.expectListed(false, .bob)
            guard scene.session.asksForTokens else { return }
            let name = Session.newName
            let token = try await scene.session.newToken(of: name).json("token")
            let isBackEnds = scene.settings.lines.start.path.contains("={account}")
            let call = scene.session.startCall().with(\.encodedTarget, name).with(\.token, isBackEnds ? nil : token)
            for number in 0...1 {
                let what = "\(name)'s list after \(number) starts"
                let list = try await scene.expect(.message, scene.call(.list, .bob).with(\.token, token), what)
                let count = (try? CollaborationList(json: list.body))?.collaborations.count
                try require(count == number, what, "an array of \(number) identifiers", list)
                let start = try await scene.expect(.success, call, "\(name) starts one")
                if start.wasBusy { return }
            }
        },
        Rule("life.end", "Only the owner ends a collaboration, and after that nobody has access.") { scene in
            let known = [Invitee.bob, .bobAgain(2), .carol]
            try await scene.play(.update(add: known, remove: [.bobAgain(3)]), .admit(.bobAgain(2)))
            if !scene.settings.lines.leave.isNone { try await scene.play(.does(.bob, .leave)) }
            let challenge = try await scene.challenge()
            try await scene.expect(.success, scene.prove(scene.proof(signing: challenge)), "bob's proof")
            try await scene.play(.mayNot(.bob, .end), .mayNot(.carol, .end))
            try await scene.play(.reads(.bob), .reads(.alice), .does(.alice, .end))
            try await scene.play(.readsNot(.bob), .readsNot(.alice), .refuse(.carol), .refuse(.bob))
            try await scene.play(.mayNot(.alice, .end))
            // It can be started again, and whoever was known stays removed.
            guard try await scene.startsAfterEnd(.alice) else { return }
            try await scene.play(.reads(.alice), .readsNot(.bob), .update(add: known + [.bobAgain(3)]))
            try await scene.play((known + [.bobAgain(3)]).map { .refuse($0) })
            try await scene.play(.update(add: [.bobAgain(1)]))
            let again = try await scene.proof(of: .bobAgain(1), signing: challenge)
            try await scene.expect(.refusal, scene.prove(again), "bob signs the challenge of before the end again")
            try await scene.play(.admit(.bobAgain(1)))
        },
        Rule("life.end-other", "After the end whoever comes first starts it again, and is the owner.") { scene in
            try await scene.play(.update(add: [.bob, .carol]), .admit(.carol), .does(.alice, .end))
            guard try await scene.startsAfterEnd(.bob) else { return }
            try await scene.expect(.refusal, scene.startAgain(.alice), "alice starts what is bob's")
            try await scene.play(.readsNot(.alice), .readsNot(.carol), .mayNot(.alice, .end), .refuse(.carol))
            let isOwner = try await scene.access(.bob).isOwner
            try require(isOwner, "bob reads what he has started", "isOwner of true", "isOwner of \(isOwner)")
        },
    ]
}

extension Scene {
    /// Starts the collaboration after its end: under the same name, if the client chooses it.
    fileprivate func startsAfterEnd(_ account: Account) async throws -> Bool {
        let what = "\(account) starts it again after its end"
        let name = try await session.started(startAgain(account), what).collaborationIdentifier.rawValue
        let isSame = name.utf8.elementsEqual(collaboration.utf8)
        let expected = session.namesCollaborations ? "the same identifier" : "a new identifier"
        try require(isSame == session.namesCollaborations, what, expected, name)
        return isSame
    }

    /// Expects an account's list to be one with the collaboration, or one without it.
    func expectListed(_ isExpected: Bool, _ account: Account) async throws {
        let words = [isExpected, try await lists(account)].map { $0 ? "one with it" : "one without it" }
        try require(words[0] == words[1], "\(account)'s list, and \(collaboration)", words[0], words[1])
    }

    /// Whether a list has the collaboration, on whatever page (RFC 8288).
    ///
    /// Other collaborations start and end meanwhile, which may move this one to a page that was read before: a list with pages
    /// is read again.
    private func lists(_ account: Account, tries: Int = 3) async throws -> Bool {
        var page = call(.list, account)
        var links: Set<String> = []
        for _ in 0..<1_000 {
            let answer = try await expect(.message, page, "\(account)'s list")
            // Foundation's reader would lose U+FEFF in front of a name.
            guard let list = try? CollaborationList(json: answer.body) else {
                throw Failure("\(account)'s list", "an array of identifiers", answer)
            }
            let count = list.collaborations.count { $0.rawValue.utf8.elementsEqual(collaboration.utf8) }
            try require(count < 2, "\(account)'s list", "each identifier once", "\(count) times \(collaboration)")
            if count > 0 { return true }
            guard let link = answer.headers["link"]?.firstMatch(of: #/<[^>?]*(\?[^>]*)>; *rel="?next/#) else {
                return links.isEmpty || tries == 1 ? false : try await lists(account, tries: tries - 1)
            }
            page.suffix = String(link.1)
            let isNew = links.insert(page.suffix).inserted
            try require(isNew, "\(account)'s list", "a link to a page that was not there before", page.suffix)
        }
        throw NotSeen("The list has more than 1,000 pages.")
    }
}

import CollaborationTesting

/// What an account does in a walk, to whom, with which identity and selection.
private struct Move: CustomStringConvertible {
    enum Act: Int { case start, add, drop, prove, leave, guest, transfer, remove, end }

    var act: Act
    var by: Account
    var target = Account.alice
    var identity = 0
    var selection: [String] = []

    var description: String {
        switch act {
        case .start: "\(by) starts it with \(selection)"
        case .add, .drop, .prove: "\(by): \(act) \(identity)"
        case .leave, .end: "\(by): \(act)"
        case .guest, .transfer, .remove: "\(by): \(act) \(target)"
        }
    }
}

/// What the documents say of a collaboration after acts in any order (WhoHasAccess.md).
private struct Model {
    struct Identity {
        var isKnown = false
        var isRemoved = false
        var holder: Account?
        var provers: Set<Account> = []
    }

    /// Whether the clients choose the names of collaborations.
    let isNamed: Bool

    /// Whether a back end removes accounts, and not the owner.
    let hasBackEnd: Bool

    /// Nobody before the start and after the end.
    var owner: Account?

    var selection: [String] = []
    var guests: Set<Account> = []
    var removed: Set<Account> = []
    var identities = Array(repeating: Identity(), count: 4)

    func held(by account: Account) -> [Int] {
        identities.indices.filter { identities[$0].holder == account && !identities[$0].isRemoved }
    }

    func hasAccess(_ account: Account) -> Bool {
        account == owner || guests.contains(account) || !held(by: account).isEmpty
    }

    private mutating func letGo(_ account: Account) {
        guests.remove(account)
        for each in held(by: account) { identities[each].holder = nil }
    }

    /// Does what is done, and says how that is answered.
    mutating func apply(_ move: Move) -> Expected {
        let (by, target, identity) = (move.by, move.target, identities[move.identity])
        switch move.act {
        case .start:
            // A name that gives no access counts as none.
            if !isNamed, owner != nil, !hasAccess(by) { return .created }
            guard by == owner || owner == nil && !removed.contains(by) else { return .refusal }
            defer { (owner, selection) = (by, move.selection) }
            return owner == nil ? .created : .message
        case .prove:
            guard owner != nil, identity.isKnown, !identity.isRemoved, !removed.contains(by),
                identity.holder ?? by == by
            else { return .refusal }
            identities[move.identity].holder = by
            identities[move.identity].provers.insert(by)
        case .leave:
            guard by != owner, hasAccess(by) else { return .refusal }
            letGo(by)
        case .remove:
            guard hasBackEnd || by == owner, target != owner else { return .noSuccess }
            letGo(target)
            removed.insert(target)
            for each in identities.indices where identities[each].provers.contains(target) {
                identities[each].isRemoved = true
            }
        case .add, .drop, .guest, .transfer, .end:
            guard by == owner else { return .refusal }
            switch move.act {
            case .guest:
                if removed.contains(target) { return .noSuccess }
                if target != owner { guests.insert(target) }
            case .transfer:
                guard hasAccess(target) else { return .refusal }
                guests.insert(by)
                guests.remove(target)
                owner = target
            case .end:
                (owner, guests) = (nil, [])
                for each in identities.indices where identities[each].isKnown { identities[each].isRemoved = true }
            default:
                identities[move.identity].isKnown = true
                if move.act == .drop { identities[move.identity].isRemoved = true }
            }
        }
        return .done
    }

    /// What the act meets: of moves with equal cells one is as good as another.
    func cell(_ move: Move) -> [Int] {
        func state(_ account: Account) -> [Int] {
            let hasLeft = identities.contains { $0.provers.contains(account) && $0.holder != account && !$0.isRemoved }
            let marks = [account == owner, guests.contains(account), hasLeft, removed.contains(account)]
            return marks.map { $0 ? 1 : 0 } + [min(2, held(by: account).count)]
        }
        var cell = [move.act.rawValue, owner == nil ? 1 : 0] + state(move.by)
        switch move.act {
        case .guest, .transfer, .remove: cell += state(move.target)
        case .add, .drop, .prove:
            let identity = identities[move.identity]
            let isHeld = identity.holder.map { $0 == move.by ? 1 : 2 } ?? 0
            let marks = [identity.isKnown, identity.isRemoved, identity.provers.contains(move.by)]
            cell += marks.map { $0 ? 1 : 0 } + [isHeld, identity.provers.count]
        case .start, .leave, .end: break
        }
        return cell
    }
}

extension Rule {
    /// Walks over the acts and the states of people, where what was done least comes next, and compares each answer with the model.
    static let walk = Rule("life.walk", "Acts in any order do what the documents say of each in each state.") { scene in
        var (random, done) = (SeededGenerator("walk"), [[Int]: Int]())
        for _ in 0..<24 {
            let session = scene.session
            let (isNamed, hasBackEnd) = (session.namesCollaborations, !session.token(of: "back-end").isEmpty)
            let scene = isNamed ? Scene(session, collaboration: Session.newName) : try await Scene(session)
            var model = Model(isNamed: isNamed, hasBackEnd: hasBackEnd, owner: isNamed ? nil : .alice)
            model.selection = scene.settings.selectedOptions
            var moves: [Move] = []
            do {
                while moves.count < 40, isNamed || model.owner != nil {
                    let choice = (0..<4).map { _ in scene.move(model, using: &random) }
                    func count(_ move: Move) -> Int {
                        var after = model
                        let changes = [.created, .message, .done].contains(after.apply(move))
                        return (done[model.cell(move), default: 0] + 1) * (changes ? 1 : 4)
                    }
                    guard let move = choice.min(by: { count($0) < count($1) }) else { return }
                    done[model.cell(move), default: 0] += 1
                    let expected = model.apply(move)
                    try await scene.expect(expected, scene.call(move, model, device: moves.count % 2), "\(move)")
                    moves.append(move)
                    try await scene.look(model, using: &random)
                }
            } catch let failure as Failure {
                throw Failure("\(failure.sent), after \(moves)", failure.expected, failure.came)
            }
        }
    }
}

extension Scene {
    private static let acts: [Move.Act] =
        [.remove, .end, .drop, .start, .start]
        + [[Move.Act]](repeating: [.add, .leave, .guest, .transfer], count: 4).joined()
        + Array(repeating: .prove, count: 10)

    /// A move that the routes of the server allow.
    fileprivate func move(_ model: Model, using random: inout SeededGenerator) -> Move {
        let (lines, selected) = (settings.lines, settings.selectedOptions)
        while true {
            let others = (settings.offeredOptions ?? []).filter { !selected.contains($0) }.map { [$0] }
            let people = (0..<2).map { _ in Account.allCases[Int.random(in: 0...2, using: &random)] }
            var move = Move(
                act: Self.acts[Int.random(in: 0..<Self.acts.count, using: &random)],
                by: people[0],
                target: people[1],
                identity: Int.random(in: 0...3, using: &random),
                selection: ([selected] + others).randomElement(using: &random) ?? []
            )
            if model.owner == nil, Bool.random(using: &random) { move.act = .start }
            if ![.prove, .leave].contains(move.act), Int.random(in: 0...3, using: &random) > 0 {
                move.by = model.owner ?? move.by
            }
            let isAllowed =
                switch move.act {
                case .leave: !lines.leave.isNone
                case .guest: !lines.guest.isNone
                case .transfer: !lines.transfer.isNone
                // The documents leave open how the removal of an account after the end is answered.
                case .remove: !lines.remove.isNone && model.owner != nil
                case .end: !lines.end.isNone
                case .add, .drop: !settings.participantsMayUpdate || move.by == model.owner
                case .start, .prove: true
                }
            if isAllowed { return move }
        }
    }

    fileprivate func call(_ move: Move, _ model: Model, device: Int) async throws -> Call {
        let root = rootHash(.bobAgain(move.identity))
        switch move.act {
        case .start: return startAgain(move.by, move.selection)
        case .add: return update(add: [root], as: move.by)
        case .drop: return update(remove: [root], as: move.by)
        case .prove:
            return try await prove(
                proof(of: .bobAgain(move.identity), signing: challenge(move.by), device: device),
                as: move.by
            )
        case .leave: return call(.leave, move.by)
        case .guest: return call(.guest, move.by, target: move.target)
        case .transfer: return call(.transfer, move.by, target: move.target)
        // The back end's token is sent for alice.
        case .remove: return call(.remove, model.hasBackEnd ? .alice : move.by, target: move.target)
        case .end: return call(.end, move.by)
        }
    }

    /// Asks what one account has access to, and at times for the list and for identities.
    fileprivate func look(_ model: Model, using random: inout SeededGenerator) async throws {
        let people = (0..<3).map { _ in Account.allCases[Int.random(in: 0...2, using: &random)] }
        let account = people[0]
        if model.hasAccess(account) {
            let (isOwner, permitted) = try await access(account)
            let expected = account == model.owner ? settings.offeredOptions : model.selection
            let isRight = isOwner == (account == model.owner) && expected.map { Set($0) == Set(permitted) } ?? true
            let words = "isOwner of \(account == model.owner), and \(expected ?? [])"
            try require(isRight, "\(account) reads", words, "\(isOwner), and \(permitted)")
        } else {
            try await expect(.refusal, read(account), "\(account) reads")
        }
        if !settings.lines.list.isNone, Int.random(in: 0...3, using: &random) == 0 {
            let lists = [model.hasAccess(people[1]), try await lists(people[1])]
            let words = lists.map { $0 ? "one with it" : "one without it" }
            try require(words[0] == words[1], "\(people[1])'s list", words[0], words[1])
        }
        guard !settings.lines.identities.isNone, Bool.random(using: &random) else { return }
        if model.hasAccess(people[1]) {
            let held = model.held(by: people[2]).map(Invitee.bobAgain)
            try await expectIdentities(held, people[1], people[2])
        } else {
            let call = call(.identities, people[1], target: people[2])
            try await expect(.refusal, call, "\(people[1]) asks for the identities of \(people[2])")
        }
    }
}

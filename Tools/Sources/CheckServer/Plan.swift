import CollaborationTesting

/// Walks over the acts and the states of people and identities, where what was not met yet counts.
struct Plan: Sendable {
    struct Step: Sendable {
        let move: Move
        let expected: Expected
        let after: Model

        /// Whose list is asked for, and who asks for whose identities.
        var lists: [Int] = []
        var identities: [(by: Int, of: Int)] = []
    }

    private let start: Model
    private let acts: [Move.Act]
    private let selections: [[String]]

    /// Whether participants may add and remove identities too, which is not tried then.
    private let participantsMayUpdate: Bool
    private var seen: Set<Int> = []
    private var random = SeededGenerator("walk")

    init(from start: Model, acts: [Move.Act], selections: [[String]], participantsMayUpdate: Bool = false) {
        (self.start, self.acts, self.selections) = (start, acts, selections)
        self.participantsMayUpdate = participantsMayUpdate
    }

    /// The next walk, in a new collaboration: of some that are tried in the model, the one that meets most for its length.
    mutating func walk() -> [Step] {
        var (best, score) = ([Move](), 0.0)
        for _ in 0..<20 {
            var (model, moves, new, gain) = (start, [Move](), Set<Int>(), 0.0)
            while moves.count < 35 {
                let allowed = self.moves(model)
                var choice: (move: Move, after: Model, cells: [Int], gain: Double, value: Double)?
                for _ in 0..<12 {
                    guard let move = allowed.randomElement(using: &random) else { return [] }
                    var (after, cells, sum) = (model, [Int](), 0.0)
                    let isDone = after.apply(move).isDone
                    for (cell, weight) in self.cells(move, isDone, model, after)
                    where !seen.contains(cell) && !new.contains(cell) {
                        cells.append(cell)
                        sum += weight
                    }
                    let value = (sum + (isDone ? 0.3 : 0)) * Double.random(in: 0.1...1, using: &random)
                    if value > choice?.value ?? -1 { choice = (move, after, cells, sum, value) }
                }
                guard let choice else { break }
                model = choice.after
                moves.append(choice.move)
                new.formUnion(choice.cells)
                gain += choice.gain
                if gain / Double(moves.count) > score { (best, score) = (moves, gain / Double(moves.count)) }
            }
        }
        var model = start
        return best.map { step($0, &model) }
    }

    private func moves(_ model: Model) -> [Move] {
        let people = Account.allCases.indices
        // Of the unknown identities one is as good as another.
        let unknown = model.identities.firstIndex { $0.state == 0 } ?? model.identities.count
        let identities = model.identities.indices.filter { model.identities[$0].state != 0 || $0 == unknown }
        let selection = selections.first { $0 != model.selection } ?? model.selection
        return acts.flatMap { act in
            people.flatMap { by -> [Move] in
                switch act {
                case .start: [Move(act: act, by: by, selection: selection)]
                case .leave, .end: [Move(act: act, by: by)]
                case .add where participantsMayUpdate && by != model.owner: []
                case .drop where participantsMayUpdate && by != model.owner: []
                case .add, .drop, .prove: identities.map { Move(act: act, by: by, identity: $0) }
                // The documents leave open how that is answered before the start and after the end.
                case .remove where model.owner == nil || model.hasBackEnd && by > 0: []
                case .guest, .transfer, .remove: people.map { Move(act: act, by: by, target: $0) }
                }
            }
        }
    }

    /// What a move meets, and what that counts: each person and each identity in its state, how it came to that, and what was
    /// done since.
    ///
    /// The weights are those by which the walks found most planted faults.
    private func cells(_ move: Move, _ isDone: Bool, _ model: Model, _ after: Model) -> [(cell: Int, weight: Double)] {
        var cells: [(cell: Int, weight: Double)] = []
        let (act, by) = (move.act.rawValue, move.by)
        func cell(_ weight: Double, _ parts: Int...) { cells.append((hash(parts), weight)) }
        if model.owner == nil, move.act != .start {
            let (turn, target) = (model.people[by].past.turn, move.target.map { model.people[$0].past.turn.kind } ?? 0)
            cell(1, 0, act, turn.kind, turn.from, target)
            return cells
        }
        func since(_ number: Int, _ past: Model.Past, _ relation: Int = 0) {
            guard [.start, .prove, .leave, .guest, .transfer].contains(move.act) else { return }
            for (age, acts) in [past.since.now, past.since.before].enumerated() where acts != 0 {
                for kind in 0..<18 where acts & 1 << kind != 0 {
                    cell(age == 1 ? 0.1 : kind < 9 ? 1 : 0.6, number, age, act, past.state, kind, relation)
                }
            }
        }
        // A refusal tells something of one cause, if it is the only one.
        if model.isFree(move) {
            cell(2, 1, act, model.whole(by))
            if move.target == nil { since(2, model.people[by].past) }
        }
        if model.allows(move), let target = move.target {
            cell(2, 3, act, model.whole(target), target == by ? 1 : 0)
            since(4, model.people[target].past)
        }
        if model.allows(move), let identity = move.identity.map({ model.identities[$0] }) {
            let relation = (identity.holder.map { $0 == by ? 1 : 2 } ?? 0) + (identity.wasHeld(by: by) ? 3 : 0)
            cell(4, 5, act, identity.state, identity.past.turns, identity.isLater ? 1 : 0, relation)
            since(6, identity.past, relation)
            if let holder = identity.holder, !identity.isRemoved {
                cell(0.5, 7, act, model.whole(holder), holder == by ? 1 : 0)
            }
        }
        guard isDone else { return cells }
        for person in model.people.indices {
            if person != by && person != move.target { cell(2, 8, act, model.whole(person)) }
            cell(1, 9, after.whole(person))
        }
        for each in after.identities { cell(2, 10, each.state, each.past.turns, each.isLater ? 1 : 0) }
        cell(0.1, 11, hash(after.people.map(\.past.state)), hash(after.identities.map(\.state).sorted()))
        return cells
    }

    private mutating func step(_ move: Move, _ model: inout Model) -> Step {
        let before = model
        let expected = model.apply(move)
        seen.formUnion(cells(move, expected.isDone, before, model).map(\.cell))
        var step = Step(move: move, expected: expected, after: model)
        func isNew(_ cells: [Int]) -> Bool {
            defer { seen.formUnion(cells) }
            return !seen.isSuperset(of: cells)
        }
        for by in model.people.indices {
            if isNew([hash([12, model.whole(by)]), hash([13, model.role(by), move.act.rawValue])]) {
                step.lists.append(by)
            }
            for of in model.people.indices where step.identities.count < 2 {
                let pair = hash([14, model.role(by), by == of ? 1 : 0, model.role(of)])
                let isAsked = isNew([pair, hash([15, model.hasAccess(by) ? 1 : 0, model.whole(of)])])
                if isAsked { step.identities.append((by, of)) }
            }
        }
        return step
    }
}

private func hash(_ parts: [Int]) -> Int {
    var hash = 17
    for part in parts { hash = hash &* 1_000_003 &+ part }
    return hash
}

extension Model {
    /// What a person is, how that came, and whether identities are left or passed on.
    fileprivate func whole(_ person: Int) -> Int {
        var (left, passed) = (0, 0)
        for each in identities where each.wasHeld(by: person) && each.holder != person && !each.isRemoved {
            if each.holder == nil { left = 1 } else { passed = 1 }
        }
        return hash([people[person].past.state, people[person].past.turns, left, passed])
    }

    /// Whether a move would be done by somebody who may do it.
    fileprivate func isFree(_ move: Move) -> Bool {
        var (move, after) = (move, self)
        switch move.act {
        case .start, .leave, .end: return true
        case .prove:
            guard let identity = move.identity.map({ identities[$0] }) else { return false }
            return identity.isKnown && !identity.isRemoved && identity.holder ?? move.by == move.by
        case .add, .drop, .guest, .transfer, .remove:
            move.by = owner ?? move.by
            return after.apply(move).isDone
        }
    }
}

/// What an account does in a walk, to whom, or with which identity or selection.
struct Move: CustomStringConvertible, Sendable {
    enum Act: Int { case start, add, drop, prove, leave, guest, transfer, remove, end }

    var act: Act
    var by: Int
    var target: Int?
    var identity: Int?
    var selection: [String] = []

    var description: String {
        let parts = [
            target.map { "\(Account.allCases[$0])" }, identity.map { "\($0)" }, act == .start ? "\(selection)" : nil,
        ]
        return (["\(Account.allCases[by]): \(act)"] + parts.compactMap { $0 }).joined(separator: " ")
    }
}

/// What the documents say of a collaboration after acts in any order (WhoHasAccess.md), and how each person and each identity
/// has come to be what it is.
struct Model: Sendable {
    /// The state of a person or of an identity, how it came to it, and what was done since.
    struct Past {
        private(set) var state = 0

        /// By what act it came to this state, from which other, and by what act to that.
        private(set) var turn = (kind: 0, from: 0, before: 0)

        /// A bit for each act that was done or refused since, and in the state before.
        private(set) var since: (now: UInt32, before: UInt32) = (0, 0)

        fileprivate mutating func turn(to state: Int, by kind: Int) {
            if state == self.state {
                since.now |= 1 << kind
                return
            }
            (turn, since) = ((kind, self.state, turn.kind), (0, since.now))
            self.state = state
        }

        var turns: Int { (turn.kind * 32 + turn.from) * 32 + turn.before }
    }

    struct Person {
        var isGuest = false
        var isRemoved = false
        var past = Past()
    }

    struct Identity {
        var isKnown = false
        var isRemoved = false
        var holder: Int?

        /// Who has ever proven it.
        var had: UInt8 = 0

        /// Whether it is not the first one that an act took from its holder.
        var isLater = false

        var past = Past()

        func wasHeld(by person: Int) -> Bool { had & 1 << person != 0 }

        var state: Int {
            let held = isRemoved ? 1 : !isKnown ? 0 : holder != nil ? 2 : had == 0 ? 3 : 4
            return held + 5 * min(had.nonzeroBitCount, 2)
        }
    }

    /// Whether the clients choose the names of collaborations.
    let isNamed: Bool

    /// Whether a back end removes accounts, and not the owner.
    let hasBackEnd: Bool

    /// Nobody before the start and after the end.
    var owner: Int?

    var selection: [String] = []
    var people = Array(repeating: Person(), count: Account.allCases.count)
    var identities = Array(repeating: Identity(), count: 6)

    func holds(_ identity: Int, _ person: Int) -> Bool {
        identities[identity].holder == person && !identities[identity].isRemoved
    }

    func held(by person: Int) -> [Int] { identities.indices.filter { holds($0, person) } }

    func hasAccess(_ person: Int) -> Bool {
        person == owner || people[person].isGuest || identities.indices.contains { holds($0, person) }
    }

    /// What a person is: removed, the owner, a guest or nobody, with no identity, one or more.
    func role(_ person: Int) -> Int {
        let kind = people[person].isRemoved ? 3 : person == owner ? 2 : people[person].isGuest ? 1 : 0
        var count = 0
        for each in identities where each.holder == person && !each.isRemoved { count += 1 }
        return 3 * kind + min(2, count)
    }

    /// Whether an account may do what a move does, whatever else it meets.
    func allows(_ move: Move) -> Bool {
        switch move.act {
        case .start: move.by == owner || owner == nil && !people[move.by].isRemoved
        case .prove: owner != nil && !people[move.by].isRemoved
        case .leave: move.by != owner && hasAccess(move.by)
        case .remove: owner != nil && (hasBackEnd || move.by == owner)
        case .add, .drop, .guest, .transfer, .end: owner != nil && move.by == owner
        }
    }

    /// Does what is done, and says how that is answered.
    mutating func apply(_ move: Move) -> Expected {
        let expected = change(move)
        let kind = move.act.rawValue + (expected.isDone ? 0 : 9)
        for each in people.indices { people[each].past.turn(to: role(each), by: kind) }
        for each in identities.indices { identities[each].past.turn(to: identities[each].state, by: kind) }
        return expected
    }

    private mutating func letGo(_ person: Int) {
        people[person].isGuest = false
        var isLater = false
        for each in identities.indices where holds(each, person) {
            (identities[each].holder, identities[each].isLater, isLater) = (nil, isLater, true)
        }
    }

    private mutating func change(_ move: Move) -> Expected {
        // A name that gives no access counts as none.
        if move.act == .start, !isNamed, !hasAccess(move.by) { return .created }
        guard allows(move) else { return move.act == .remove ? .noSuccess : .refusal }
        switch move.act {
        case .start:
            defer { (owner, selection) = (move.by, move.selection) }
            return owner == nil ? .created : .message
        case .leave: letGo(move.by)
        case .end:
            owner = nil
            for each in people.indices { people[each].isGuest = false }
            for each in identities.indices where identities[each].isKnown { identities[each].isRemoved = true }
        case .add, .drop, .prove: return change(move.identity ?? 0, move)
        case .guest, .transfer, .remove: return change(person: move.target ?? 0, move)
        }
        return .done
    }

    private mutating func change(_ identity: Int, _ move: Move) -> Expected {
        switch move.act {
        case .prove:
            let (by, proven) = (move.by, identities[identity])
            guard proven.isKnown, !proven.isRemoved, proven.holder ?? by == by else { return .refusal }
            identities[identity].holder = by
            identities[identity].had |= 1 << by
        case .drop: identities[identity].isRemoved = true
        default: identities[identity].isKnown = true
        }
        return .done
    }

    private mutating func change(person target: Int, _ move: Move) -> Expected {
        switch move.act {
        case .guest:
            if people[target].isRemoved { return .refusal }
            if target != owner { people[target].isGuest = true }
        case .transfer:
            guard hasAccess(target) else { return .refusal }
            people[move.by].isGuest = true
            people[target].isGuest = false
            owner = target
        default:
            if target == owner { return .noSuccess }
            letGo(target)
            people[target].isRemoved = true
            for each in identities.indices where identities[each].wasHeld(by: target) {
                identities[each].isRemoved = true
            }
        }
        return .done
    }
}

extension Expected {
    var isDone: Bool { [.created, .message, .done].contains(self) }
}

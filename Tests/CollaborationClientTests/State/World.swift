import CollaborationCore
import CollaborationModels
import Foundation

@testable import CollaborationClient

/// A device, its disk, its network and a server, for a search of all that can happen in them.
///
/// Alice has started `doc-42` on this device, and Eve `doc-43` on another one. The server has `bob` and `dave` in `doc-42`, and
/// in `doc-43` `bob`.
struct World: Hashable {
    /// What can still happen, so that the search ends.
    struct Budget: Hashable {
        var signIns = 1
        var signOuts = 1
        var crashes = 1
        var lossesOfNetwork = 1
        var ticks = 1
        var deliveries = 1
        var openings = 1
        var isDiskFullOnce = true
    }

    /// An action of the system.
    struct SystemAction: Hashable {
        let id: UUID
        let collaboration: CollaborationIdentifier
        let update: ParticipantsUpdate
        var outcome: Outcome = .notArrived
    }

    enum Outcome: Hashable {
        case notArrived, pending, fulfilled, failed

        /// The app ended before it was complete.
        case lost
    }

    struct Call: Hashable {
        let id: UUID
        let request: SharingRequest
        let account: ServerAccount
    }

    enum Move: Hashable {
        case arrive(Int)
        case signIn(ServerAccount)
        case noAccount
        case signOut
        case open
        case deliver
        case tick
        case crash(callsArrive: Bool)
        case answer(Int, Delivery)
        case answerOpening(Int)
    }

    struct Opening: Hashable {
        let id: Int
        let account: ServerAccount
    }

    /// What becomes of a call.
    enum Delivery: Hashable {
        case arrives, isLost, answerIsLost
    }

    /// A rule that does not hold.
    struct Violation: Error {
        let rule: String
    }

    static let owners: [CollaborationIdentifier: ServerAccount] = ["doc-42": alice, "doc-43": eve]
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    var budget = Budget()
    var state = SharingState(limit: 8)
    var disk: [String: StoredFile] = [:]
    var calls: [Call] = []
    var openings: [Opening] = []
    var actions: [SystemAction]
    var added: [CollaborationIdentifier: Set<Person.Identity>] = [:]
    var removed: [CollaborationIdentifier: Set<Person.Identity>] = [:]

    init(_ actions: [SystemAction], budget: Budget = Budget()) throws {
        self.actions = actions
        self.budget = budget
        let file = owner(alice)
        disk[file.name] = file
        try restart()
    }

    /// What can happen next.
    var moves: [Move] {
        var moves: [Move] = actions.indices.filter { actions[$0].outcome == .notArrived }.map { .arrive($0) }
        if state.user == .restoring { moves.append(.noAccount) }
        if budget.signIns > 0 { moves += [alice, eve].filter { state.account != $0 }.map { .signIn($0) } }
        if budget.signOuts > 0, state.account != nil { moves.append(.signOut) }
        if budget.openings > 0 { moves.append(.open) }
        if budget.deliveries > 0, !state.removals.isEmpty { moves.append(.deliver) }
        if budget.ticks > 0, state.nextDate != nil { moves.append(.tick) }
        if budget.crashes > 0 { moves += [.crash(callsArrive: true), .crash(callsArrive: false)] }
        for index in calls.indices {
            moves.append(.answer(index, .arrives))
            if budget.lossesOfNetwork > 0 { moves += [.answer(index, .isLost), .answer(index, .answerIsLost)] }
        }
        return moves + openings.indices.map { .answerOpening($0) }
    }

    /// The worlds after a move: as it goes well, with a disk that refuses a write, and ended at each of its effects.
    func after(_ move: Move) throws -> [World] {
        var good = self
        let count = try good.make(move)
        var worlds = [good]
        if budget.isDiskFullOnce {
            var full = self
            full.budget.isDiskFullOnce = false
            try full.make(move, isDiskFull: true)
            worlds.append(full)
        }
        if budget.crashes > 0, count > 1 {
            for limit in 1..<count {
                var ended = self
                try ended.make(move, effectLimit: limit)
                ended.budget.crashes -= 1
                try ended.restart()
                worlds.append(ended)
            }
        }
        return worlds.map(\.normalized)
    }

    /// Makes a move, and returns the number of its effects.
    @discardableResult
    private mutating func make(_ move: Move, isDiskFull: Bool = false, effectLimit: Int = .max) throws -> Int {
        let event: SharingEngine.Event
        var date = Self.now
        switch move {
        case .arrive(let index):
            actions[index].outcome = .pending
            let action = actions[index]
            event = { $0.begin(action.id, .apply(action.update, to: action.collaboration)) }
        case .signIn(let account):
            budget.signIns -= 1
            event = { $0.signIn(account) }
        case .noAccount: event = { $0.noAccount() }
        case .signOut:
            budget.signOuts -= 1
            event = { $0.signOut(0) }
        case .open:
            budget.openings -= 1
            event = { $0.open(link, 1) }
        case .deliver:
            budget.deliveries -= 1
            event = { $0.makeDue() }
        case .tick:
            budget.ticks -= 1
            date += 3_600
            event = { $0.passTime() }
        case .crash(let callsArrive):
            budget.crashes -= 1
            if callsArrive { for call in calls { _ = try answer(call) } }
            try restart()
            return 0
        case .answer(let index, let delivery):
            let call = calls.remove(at: index)
            if delivery != .arrives { budget.lossesOfNetwork -= 1 }
            let answer = delivery == .isLost ? .failure(.noNetwork) : try answer(call)
            let result = delivery == .arrives ? answer : .failure(.noNetwork)
            event = { $0.answer(call.id, call.request, as: call.account, result) }
        case .answerOpening(let index):
            let opening = openings.remove(at: index)
            event = { $0.endOpening(opening.id, Self.document(of: opening.account)) }
        }
        let count = try handle(at: date, isDiskFull: isDiskFull, effectLimit: effectLimit, event)
        if case .tick = move, count <= effectLimit, actions.contains(where: { $0.outcome == .pending }) {
            throw Violation(rule: "Every action is completed in time.")
        }
        return count
    }

    /// Lets something happen to the state, carries out as many of its effects, and returns their number.
    @discardableResult
    private mutating func handle(
        at date: Date,
        isDiskFull: Bool = false,
        effectLimit: Int = .max,
        _ event: SharingEngine.Event
    ) throws -> Int {
        var (world, new, count, result) = (self, state, 0, Result<Void, any Error>.success(()))
        new.performer.perform = { effect in
            count += 1
            guard count <= effectLimit, case .success = result else { return false }
            result = Result { try world.carryOut(effect, isDiskFull) }
            if case .write = effect { return !isDiskFull }
            return true
        }
        new.handle(at: date, event)
        new.performer = .init()
        try result.get()
        self = world
        state = new
        return count
    }

    private mutating func carryOut(_ effect: SharingState.Effect, _ isDiskFull: Bool) throws {
        switch effect {
        case .write(let file): if !isDiskFull { disk[file.name] = file }
        case .delete(let name): disk[name] = nil
        case .send(let id, let request, let account):
            calls.append(Call(id: id, request: request, account: account))
            if case .apply(let update, "doc-42") = request, !update.removedIdentities.isEmpty, account != alice {
                throw Violation(rule: "A removal is sent as the account whose collaboration it is known to be.")
            }
        case .open(_, let account, let id): openings.append(Opening(id: id, account: account))
        case .fulfill(let id, _): try complete(id, .fulfilled)
        case .fail(let id): try complete(id, .failed)
        case .answer(_, let opening), .report(.opened(_, let opening)):
            guard case .open = opening else { break }
            guard let account = state.account, opening == Self.document(of: account) else {
                throw Violation(rule: "A document is shown to its own account alone.")
            }
        case .post, .signedOut, .report: break
        }
    }

    private mutating func complete(_ id: UUID, _ outcome: Outcome) throws {
        guard let index = actions.firstIndex(where: { $0.id == id }), actions[index].outcome == .pending else {
            throw Violation(rule: "Every action is completed once.")
        }
        let (update, collaboration) = (actions[index].update, actions[index].collaboration)
        if outcome == .fulfilled, !added[collaboration, default: []].isSuperset(of: update.addedIdentities) {
            throw Violation(rule: "No action is fulfilled whose addition the server does not have.")
        }
        actions[index].outcome = outcome
    }

    /// What the server does with a call.
    private mutating func answer(_ call: Call) throws -> Result<SharingResponse, SharingServerError> {
        switch call.request {
        case .apply(let update, let collaboration):
            guard Self.owners[collaboration] == call.account else { return .failure(.refused) }
            added[collaboration, default: []].formUnion(update.addedIdentities)
            removed[collaboration, default: []].formUnion(update.removedIdentities)
            return .success(.done)
        case .access(let collaboration):
            let access = AccessAnswer(isOwner: true, permittedOptions: [])
            return .success(.access(Self.owners[collaboration] == call.account ? access : nil))
        default: throw Violation(rule: "An update leads to no other requests.")
        }
    }

    private static func document(of account: ServerAccount) -> CollaborationClient.Opening {
        .open(AccessAnswer(isOwner: false, permittedOptions: [OptionIdentifier(account.name.rawValue)]))
    }

    private mutating func restart() throws {
        for index in actions.indices where actions[index].outcome == .pending { actions[index].outcome = .lost }
        (state, calls, openings) = (SharingState(limit: 8), [], [])
        let files = disk.values.sorted { $0.name < $1.name }
        try handle(at: Self.now) { $0.load(files) }
    }

    /// The world without differences that affect no later move, so that fewer worlds are distinct.
    private var normalized: World {
        var world = self
        for (id, removal) in state.removals {
            world.state.removals[id]?.failureCount = min(removal.failureCount, 1)
            if let date = removal.nextAttempt, date > Self.now {
                world.state.removals[id]?.nextAttempt = Self.now + 10
            }
        }
        return world
    }

    /// Throws a rule about removals that does not hold at the end, after each owner has signed in with a network.
    func checkEnd() throws {
        for action in actions where !action.update.removedIdentities.isEmpty && action.outcome == .fulfilled {
            guard let owner = Self.owners[action.collaboration] else { continue }
            var world = self
            world.budget = Budget(crashes: 0, isDiskFullOnce: false)
            try world.make(.signIn(owner))
            // Long enough for every wait of the scene, and each move is one that the network allows.
            for _ in 0..<20 where !world.calls.isEmpty { try world.make(.answer(0, .arrives)) }
            try world.make(.tick)
            for _ in 0..<20 where !world.calls.isEmpty { try world.make(.answer(0, .arrives)) }
            let isRemoved = world.removed[action.collaboration, default: []].isSuperset(
                of: action.update.removedIdentities
            )
            let isReported = world.disk["removal/\(action.id)"] != nil
            guard isRemoved || isReported else {
                throw Violation(rule: "A removal reaches the server under its own account or is reported.")
            }
            if action.collaboration == "doc-42", !isRemoved {
                throw Violation(
                    rule: "A removal of a known account reaches the server when that account is signed in."
                )
            }
        }
    }
}

import CollaborationCore
import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// All that a ``SharingSession`` knows and decides, without tasks, clock and disk.
///
/// The session passes it what happens, with the time, and carries out the effects in their order.
struct SharingState: Hashable {
    enum Event: Hashable {
        // From the system.
        case start(UUID, StartRequest)
        case update(UUID, CollaborationIdentifier, ParticipantsUpdate)
        case known([CollaborationIdentifier])

        // From the app.
        case signIn(ServerAccount)
        case noAccount
        case signOut(Waiter)
        case forget(ServerAccount)
        case open(URL, Waiter)
        case post(HighlightEventKind, CollaborationIdentifier)
        case deliver
        case acknowledge(UUID)
        case tryAgain(UUID)

        // What came of effects.
        case loaded([StoredFile])
        case wrote(String)
        case notWritten(String)
        case answered(Call, ServerAccount, Result<Reply, SharingServerError>)
        case opened(URL, ServerAccount, Opening)
        case tick
    }

    enum Effect: Hashable {
        /// Answer with `wrote` or `notWritten`.
        case write(StoredFile)
        case delete(String)

        /// Answer with `answered`.
        case send(Call, ServerAccount)

        /// Answer with `opened`.
        case open(URL, ServerAccount)

        /// Answer with `known`, if the system knows the collaboration.
        case lookUp(CollaborationIdentifier)

        /// Delete the file, then post.
        case post(StoredFile.Notice)
        case fulfillStart(UUID, StartResponse)
        case fulfill(UUID)
        case fail(UUID)
        case answer(Waiter, Opening)
        case signedOut(Waiter, removals: Int)
        case report(SharingSession.Event)
    }

    /// A request to the server.
    enum Call: Hashable {
        case start(UUID, StartRequest)
        case add(UUID, CollaborationIdentifier, [Person.Identity])
        case remove(UUID, CollaborationIdentifier, [Person.Identity])
        case access(UUID, CollaborationIdentifier)
    }

    enum Reply: Hashable {
        case done
        case started(StartResponse)
        case access(AccessAnswer?)
    }

    /// Whoever waits for a result.
    typealias Waiter = Int

    enum User: Hashable {
        case restoring
        case nobody
        case account(ServerAccount)
    }

    struct Action: Hashable {
        enum Work: Hashable {
            case start(StartRequest)
            case update(CollaborationIdentifier, added: [Person.Identity], hasRemovals: Bool)
        }

        /// How far it has come.
        enum Step: Hashable {
            case writing
            case ready
            case removing
            case sending(attempt: Int)
            case recording(StartResponse)
        }

        let id: UUID
        let work: Work
        let deadline: Date
        var step: Step
    }

    struct Removal: Hashable {
        var file: StoredFile.Removal
        var isStored = false
        var isUnderWay = false
        var failureCount = 0
        var nextAttempt = Date.distantPast
    }

    struct WaitingOpening: Hashable {
        let url: URL
        let waiter: Waiter
        let deadline: Date
    }

    /// The openings of one link that are under way for the account, as one.
    struct RunningOpening: Hashable {
        var waiters: [Waiter] = []
        var isReported = false
    }

    struct Leaving: Hashable {
        let account: ServerAccount
        let deadline: Date
        let waiter: Waiter
    }

    var maximumRemovalCount = 10_000
    private static let maximumRequestCount = 4
    private static let linkLifetime: TimeInterval = 600
    private static let noticeLifetime: TimeInterval = 7 * 86_400
    private static let signOutTime: TimeInterval = 3
    private static let longestDelay: TimeInterval = 60
    private static let longestRetryAfter: TimeInterval = 3_600

    /// How long an action, and a link that is opened while the session is restored, may take.
    let limit: TimeInterval

    var user = User.restoring
    var owners: [CollaborationIdentifier: ServerAccount] = [:]
    var removals: [Removal] = []
    var link: StoredFile.Link?
    var notices: [StoredFile.Notice] = []
    var actions: [Action] = []
    var waitingOpenings: [WaitingOpening] = []
    var openings: [URL: RunningOpening] = [:]
    var leaving: Leaving?

    private var now = Date.distantPast
    private var effects: [Effect] = []

    init(limit: TimeInterval) {
        self.limit = limit
    }

    /// Takes what happened, and returns what is to be done, in this order.
    mutating func handle(_ event: Event, at date: Date) -> [Effect] {
        (now, effects) = (date, [])
        let before = visibleRemovals
        take(event)
        deliver()
        if visibleRemovals != before { effects.append(.report(.removalsChanged)) }
        defer { (now, effects) = (.distantPast, []) }
        return effects
    }

    /// The next time at which something is due: then pass `tick`.
    var nextDate: Date? {
        let retries = removals.lazy.filter { mayDeliver($0) }.map(\.nextAttempt)
        return
            (actions.map(\.deadline) + waitingOpenings.map(\.deadline) + (leaving.map { [$0.deadline] } ?? [])
            + (actions.isEmpty && isBelowRequestLimit
                ? Array(retries.filter { $0 > .distantPast && $0 < .distantFuture }) : []))
            .min()
    }

    /// The removals of the account that is signed in, and those of no known account, which no action waits for.
    var visibleRemovals: [UndeliveredRemoval] {
        removals.filter { removal in
            (removal.file.account == nil || removal.file.account == account)
                && !actions.contains { $0.id == removal.file.id }
        }.map { UndeliveredRemoval($0.file) }
    }

    var account: ServerAccount? {
        if case .account(let account) = user { account } else { nil }
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .loaded(let files): load(files)
        case .start(let id, let request):
            actions.append(Action(id: id, work: .start(request), deadline: now + limit, step: .ready))
            advance(id)
        case .update(let id, let collaboration, let update): begin(id, update, of: collaboration)
        case .signIn(let account): signIn(account)
        case .noAccount: if user == .restoring { becomeNobody() }
        case .signOut(let waiter): signOut(waiter)
        case .forget(let account): forget(account)
        case .open(let url, let waiter): open(url, waiter)
        case .opened(let url, let account, let opening): endOpening(of: url, as: account, opening)
        case .post(let kind, let collaboration): post(kind, in: collaboration)
        case .known(let collaborations): postNotices(of: Set(collaborations))
        case .deliver: makeAllDue()
        case .acknowledge(let id): acknowledge(id)
        case .tryAgain(let id): tryAgain(id)
        case .wrote(let name): continueAfterWriting(name, isStored: true)
        case .notWritten(let name):
            effects.append(.report(.storageUnavailable))
            continueAfterWriting(name, isStored: false)
        case .answered(let call, let account, let result): answer(call, as: account, result)
        case .tick: passTime()
        }
    }

    private mutating func load(_ files: [StoredFile]) {
        for file in files {
            switch file {
            case .owner(let owner): owners[owner.collaboration] = owner.account
            case .removal(let removal): removals.append(Removal(file: removal, isStored: true))
            case .link(let link): self.link = link
            case .notice(let notice) where notice.date + Self.noticeLifetime > now: notices.append(notice)
            case .notice: effects.append(.delete(file.name))
            }
        }
        removals.sort { $0.file.date < $1.file.date }
    }

    private mutating func passTime() {
        for action in actions where action.deadline <= now { end(action.id, isDone: false) }
        let late = waitingOpenings.filter { $0.deadline <= now }
        waitingOpenings.removeAll { $0.deadline <= now }
        for opening in late { keepForSignIn(opening.url, opening.waiter) }
        if let leaving, leaving.deadline <= now { endSignOut(leaving) }
    }
}

// MARK: - Who is signed in

extension SharingState {
    private mutating func signIn(_ account: ServerAccount) {
        if let former = self.account, former != account { end(former) }
        user = .account(account)
        makeAllDue()
        for action in actions { advance(action.id) }
        let waiting = waitingOpenings
        waitingOpenings = []
        for opening in waiting { open(opening.url, opening.waiter) }
        for notice in notices where notice.account == nil {
            effects.append(.delete(StoredFile.notice(notice).name))
            notices.removeAll { $0 == notice }
            post(notice.kind, in: notice.collaboration)
        }
        for collaboration in Set(notices.filter { $0.account == account }.map(\.collaboration)).sorted() {
            effects.append(.lookUp(collaboration))
        }
        if let link, link.account == nil || link.account == account {
            dropLink()
            if link.date + Self.linkLifetime > now { run(link.url, waiter: nil, as: account) }
        }
    }

    private mutating func becomeNobody() {
        user = .nobody
        for action in actions { advance(action.id) }
        let waiting = waitingOpenings
        waitingOpenings = []
        for opening in waiting { keepForSignIn(opening.url, opening.waiter) }
        dropNotices { $0.account == nil }
    }

    private mutating func signOut(_ waiter: Waiter) {
        guard let account else {
            if user == .restoring { becomeNobody() }
            return effects.append(.signedOut(waiter, removals: 0))
        }
        if let leaving { endSignOut(leaving) }
        end(account)
        user = .nobody
        makeAllDue()
        leaving = Leaving(account: account, deadline: now + Self.signOutTime, waiter: waiter)
        deliver()
        endSignOutIfIdle()
    }

    /// Ends what an account has in memory beside its removals.
    private mutating func end(_ account: ServerAccount) {
        for waiter in openings.values.flatMap(\.waiters).sorted() {
            effects.append(.answer(waiter, .tryLater(.accountChanged)))
        }
        openings = [:]
        if link?.account == account { dropLink() }
        dropNotices { $0.account == account }
    }

    private mutating func endSignOut(_ leaving: Leaving) {
        let count = removals.count { $0.file.account == leaving.account && $0.file.givenUp == nil }
        self.leaving = nil
        effects.append(.signedOut(leaving.waiter, removals: count))
    }

    private mutating func endSignOutIfIdle() {
        guard let leaving, !removals.contains(where: { mayDeliver($0) && $0.nextAttempt <= now || $0.isUnderWay })
        else { return }
        endSignOut(leaving)
    }

    private mutating func forget(_ account: ServerAccount) {
        for (collaboration, owner) in owners.sorted(by: { $0.key < $1.key }) where owner == account {
            let file = StoredFile.Owner(account: owner, collaboration: collaboration, date: now)
            effects.append(.delete(StoredFile.owner(file).name))
            owners[collaboration] = nil
        }
        for removal in removals where removal.file.account == account { drop(removal.file.id) }
        if link?.account == account { dropLink() }
        dropNotices { $0.account == account }
    }
}

// MARK: - Actions

extension SharingState {
    private mutating func begin(_ id: UUID, _ update: ParticipantsUpdate, of collaboration: CollaborationIdentifier) {
        let (added, removed) = (update.addedIdentities, update.removedIdentities)
        let work = Action.Work.update(collaboration, added: added, hasRemovals: !removed.isEmpty)
        // Where an identity is added and removed, the removal wins, and nobody would get in.
        let isContradiction = !Set(added).isDisjoint(with: removed)
        if !isContradiction {
            actions.append(Action(id: id, work: work, deadline: now + limit, step: removed.isEmpty ? .ready : .writing))
        }
        guard !removed.isEmpty else { return advance(id) }
        let file = StoredFile.Removal(
            id: id,
            account: owners[collaboration] ?? account,
            collaboration: collaboration,
            identities: removed,
            date: now
        )
        let hasRoom = removals.count < maximumRemovalCount
        removals.append(Removal(file: file))
        if hasRoom { effects.append(.write(.removal(file))) } else { continueAfterWriting(id, isStored: false) }
        if isContradiction { effects.append(.fail(id)) }
    }

    private mutating func continueAfterWriting(_ name: String, isStored: Bool) {
        if let removal = removals.first(where: { StoredFile.removalName($0.file.id) == name }) {
            continueAfterWriting(removal.file.id, isStored: isStored)
        }
        for action in actions {
            guard case .recording(let response) = action.step,
                name == ownerFile(of: response.collaborationIdentifier)?.name
            else { continue }
            actions.removeAll { $0.id == action.id }
            effects.append(isStored ? .fulfillStart(action.id, response) : .fail(action.id))
        }
    }

    private mutating func continueAfterWriting(_ id: UUID, isStored: Bool) {
        guard let index = removals.firstIndex(where: { $0.file.id == id }) else { return }
        removals[index].isStored = removals[index].isStored || isStored
        set(id, .ready, if: .writing)
        advance(id)
    }

    /// Goes on with an action that waits for nothing but an account.
    private mutating func advance(_ id: UUID) {
        guard let action = actions.first(where: { $0.id == id }), action.step == .ready, user != .restoring else {
            return
        }
        guard let account else { return end(id, isDone: false) }
        switch action.work {
        case .start(let request):
            let owner = request.collaborationIdentifier.flatMap { owners[$0] }
            guard owner == nil || owner == account else { return end(id, isDone: false) }
            send(.start(id, request), as: account, attempt: 1)
        case .update(let collaboration, _, hasRemovals: true):
            guard let index = removals.firstIndex(where: { $0.file.id == id }) else { return end(id, isDone: false) }
            if removals[index].file.account == nil {
                removals[index].file.account = account
                if removals[index].isStored { effects.append(.write(.removal(removals[index].file))) }
            }
            guard removals[index].file.account == account else { return end(id, isDone: false) }
            set(id, .removing, if: .ready)
            removals[index].isUnderWay = true
            effects.append(.send(.remove(id, collaboration, removals[index].file.identities), account))
        case .update(let collaboration, let added, hasRemovals: false):
            guard owners[collaboration] == nil || owners[collaboration] == account else {
                return end(id, isDone: false)
            }
            send(.add(id, collaboration, added), as: account, attempt: 1)
        }
    }

    private mutating func send(_ call: Call, as account: ServerAccount, attempt: Int) {
        let id = call.id
        guard let index = actions.firstIndex(where: { $0.id == id }) else { return }
        actions[index].step = .sending(attempt: attempt)
        effects.append(.send(call, account))
    }

    private mutating func set(_ id: UUID, _ step: Action.Step, if expected: Action.Step) {
        guard let index = actions.firstIndex(where: { $0.id == id && $0.step == expected }) else { return }
        actions[index].step = step
    }

    /// Completes an action, unless it is complete.
    ///
    /// What is not done fails, except removals alone that are stored. A removal that is not stored is dropped when its
    /// action fails: applied later, it would remove somebody whom Messages has kept.
    private mutating func end(_ id: UUID, isDone: Bool) {
        guard let index = actions.firstIndex(where: { $0.id == id }) else { return }
        let action = actions.remove(at: index)
        let removal = removals.first { $0.file.id == id }
        let isKept: Bool
        if case .update(_, let added, hasRemovals: true) = action.work, added.isEmpty {
            isKept = removal?.isStored == true && removal?.file.givenUp == nil
        } else {
            isKept = false
        }
        effects.append(isDone || isKept ? .fulfill(id) : .fail(id))
        if !isDone, !isKept, removal?.isStored == false { removals.removeAll { $0.file.id == id } }
    }
}

// MARK: - What the server answered

extension SharingState {
    private mutating func answer(_ call: Call, as account: ServerAccount, _ result: Result<Reply, SharingServerError>) {
        if result == .failure(.notSignedIn), account == self.account { effects.append(.report(.signInNeeded)) }
        switch call {
        case .start(let id, _), .add(let id, _, _): answer(id, call, as: account, result)
        case .remove(let id, _, _): answerRemoval(id, as: account, result)
        case .access(let id, _): answerAccess(id, as: account, result)
        }
        endSignOutIfIdle()
    }

    private mutating func answer(
        _ id: UUID,
        _ call: Call,
        as account: ServerAccount,
        _ result: Result<Reply, SharingServerError>
    ) {
        guard let index = actions.firstIndex(where: { $0.id == id }), case .sending(let attempt) = actions[index].step
        else { return }
        switch result {
        case .success(.started(let response)):
            actions[index].step = .recording(response)
            owners[response.collaborationIdentifier] = account
            if let file = ownerFile(of: response.collaborationIdentifier) { effects.append(.write(file)) }
        case .success: end(id, isDone: true)
        case .failure(.noNetwork) where attempt == 1: send(call, as: account, attempt: 2)
        case .failure: end(id, isDone: false)
        }
    }

    private func ownerFile(of collaboration: CollaborationIdentifier) -> StoredFile? {
        owners[collaboration].map { .owner(.init(account: $0, collaboration: collaboration, date: now)) }
    }

    private mutating func answerRemoval(
        _ id: UUID,
        as account: ServerAccount,
        _ result: Result<Reply, SharingServerError>
    ) {
        guard let index = removals.firstIndex(where: { $0.file.id == id }) else { return }
        removals[index].isUnderWay = false
        switch result {
        case .success:
            drop(id)
            guard let action = actions.first(where: { $0.id == id }) else { return }
            if case .update(let collaboration, let added, _) = action.work, !added.isEmpty {
                send(.add(id, collaboration, added), as: account, attempt: 1)
            } else {
                end(id, isDone: true)
            }
        case .failure(.refused), .failure(.malformed):
            let status = result == .failure(.refused) ? 403 : 400
            removals[index].file.givenUp = UndeliveredRemoval.Refusal(status: status, date: now)
            if removals[index].isStored { effects.append(.write(.removal(removals[index].file))) }
            end(id, isDone: false)
        case .failure(let error):
            postpone(index, after: error)
            end(id, isDone: false)
        }
    }

    private mutating func answerAccess(
        _ id: UUID,
        as account: ServerAccount,
        _ result: Result<Reply, SharingServerError>
    ) {
        guard let index = removals.firstIndex(where: { $0.file.id == id }) else { return }
        removals[index].isUnderWay = false
        guard removals[index].file.account == nil else { return }
        switch result {
        case .success(.access(.some(let access))) where access.isOwner:
            removals[index].file.account = account
            effects.append(.write(.removal(removals[index].file)))
        // Shown to whoever is signed in, and asked for again at the next launch or sign-in.
        case .success: removals[index].nextAttempt = .distantFuture
        case .failure(let error): postpone(index, after: error)
        }
    }

    /// Waits longer after each failure, for at most a minute, or as long as the server says.
    private mutating func postpone(_ index: Int, after error: SharingServerError) {
        removals[index].failureCount = min(removals[index].failureCount + 1, 6)
        var delay = min(Double(1 << removals[index].failureCount), Self.longestDelay)
        if case .later(let date?) = error {
            delay = max(delay, min(date.timeIntervalSince(now), Self.longestRetryAfter))
        }
        removals[index].nextAttempt = now + delay
    }
}

// MARK: - Removals that wait

extension SharingState {
    /// Whether a removal is one to be sent as an account that is there.
    private func mayDeliver(_ removal: Removal) -> Bool {
        guard !removal.isUnderWay, removal.file.givenUp == nil, !actions.contains(where: { $0.id == removal.file.id })
        else { return false }
        guard let owner = removal.file.account else { return account != nil }
        return owner == account || owner == leaving?.account
    }

    /// Whether a removal is on its way.
    var isSending: Bool { removals.contains(where: \.isUnderWay) || !actions.isEmpty }

    private var isBelowRequestLimit: Bool { removals.count(where: \.isUnderWay) < Self.maximumRequestCount }

    /// Sends what is due, each on its own, after the actions at hand.
    private mutating func deliver() {
        guard actions.isEmpty, account != nil || leaving != nil else { return }
        for index in removals.indices where mayDeliver(removals[index]) && removals[index].nextAttempt <= now {
            guard isBelowRequestLimit else { return }
            let file = removals[index].file
            removals[index].isUnderWay = true
            if let owner = file.account {
                effects.append(.send(.remove(file.id, file.collaboration, file.identities), owner))
            } else if let account {
                effects.append(.send(.access(file.id, file.collaboration), account))
            }
        }
    }

    private mutating func makeAllDue() {
        for index in removals.indices { removals[index].nextAttempt = .distantPast }
    }

    private mutating func drop(_ id: UUID) {
        removals.removeAll { $0.file.id == id }
        effects.append(.delete(StoredFile.removalName(id)))
    }

    private mutating func acknowledge(_ id: UUID) {
        guard let removal = removals.first(where: { $0.file.id == id })?.file else { return }
        if removal.givenUp != nil || removal.account == nil { drop(id) }
    }

    private mutating func tryAgain(_ id: UUID) {
        guard let index = removals.firstIndex(where: { $0.file.id == id }), let account else { return }
        removals[index].file.account = removals[index].file.account ?? account
        removals[index].file.givenUp = nil
        removals[index].nextAttempt = .distantPast
        effects.append(.write(.removal(removals[index].file)))
    }
}

// MARK: - Links

extension SharingState {
    private mutating func open(_ url: URL, _ waiter: Waiter) {
        switch user {
        case .restoring: waitingOpenings.append(.init(url: url, waiter: waiter, deadline: now + limit))
        case .nobody: keepForSignIn(url, waiter)
        case .account(let account): run(url, waiter: waiter, as: account)
        }
    }

    /// Opens a link, or joins its opening that is under way.
    private mutating func run(_ url: URL, waiter: Waiter?, as account: ServerAccount) {
        if openings[url] == nil { effects.append(.open(url, account)) }
        openings[url, default: .init()].waiters += waiter.map { [$0] } ?? []
        if waiter == nil { openings[url]?.isReported = true }
    }

    private mutating func endOpening(of url: URL, as account: ServerAccount, _ opening: Opening) {
        guard account == self.account, let running = openings.removeValue(forKey: url) else { return }
        if opening == .signIn {
            keep(url, for: account)
            effects.append(.report(.signInNeeded))
        }
        effects += running.waiters.map { .answer($0, opening) }
        if running.isReported { effects.append(.report(.opened(url, opening))) }
    }

    private mutating func keepForSignIn(_ url: URL, _ waiter: Waiter) {
        keep(url, for: nil)
        effects.append(.answer(waiter, .signIn))
    }

    private mutating func keep(_ url: URL, for account: ServerAccount?) {
        let link = StoredFile.Link(url: url, account: account, date: now)
        self.link = link
        effects.append(.write(.link(link)))
    }

    private mutating func dropLink() {
        link = nil
        effects.append(.delete(StoredFile.linkName))
    }
}

// MARK: - Notices

extension SharingState {
    private mutating func post(_ kind: HighlightEventKind, in collaboration: CollaborationIdentifier) {
        guard user != .nobody else { return }
        let notice = StoredFile.Notice(account: account, collaboration: collaboration, kind: kind, date: now)
        let name = StoredFile.notice(notice).name
        if !notices.contains(where: { StoredFile.notice($0).name == name }) {
            notices.append(notice)
            effects.append(.write(.notice(notice)))
        }
        if account != nil { effects.append(.lookUp(collaboration)) }
    }

    private mutating func postNotices(of collaborations: Set<CollaborationIdentifier>) {
        guard let account else { return }
        let known = notices.filter { $0.account == account && collaborations.contains($0.collaboration) }
        notices.removeAll { known.contains($0) }
        for notice in known {
            let isFresh = notice.date + Self.noticeLifetime > now
            effects.append(isFresh ? .post(notice) : .delete(StoredFile.notice(notice).name))
        }
    }

    private mutating func dropNotices(_ condition: (StoredFile.Notice) -> Bool) {
        effects += notices.filter(condition).map { .delete(StoredFile.notice($0).name) }
        notices.removeAll(where: condition)
    }
}

extension SharingState.Call {
    fileprivate var id: UUID {
        switch self {
        case .start(let id, _), .add(let id, _, _), .remove(let id, _, _), .access(let id, _): id
        }
    }
}

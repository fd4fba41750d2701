import CollaborationCore
import CollaborationModels
import Foundation

/// All that a ``SharingSession`` knows and decides, without tasks, clock and disk.
///
/// The session passes it what happens, with the time, and carries out the effects in their order.
struct SharingState: Hashable {
    enum Event: Hashable {
        // From the system: an action that starts or updates, and links that Messages knows.
        case begin(UUID, SharingRequest)
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
        case wrote(StoredFile, isStored: Bool)
        case answered(UUID, SharingRequest, ServerAccount, Result<SharingResponse, SharingServerError>)
        case opened(Int, Opening)
        case unknown(StoredFile.Notice)
        case tick
    }

    enum Effect: Hashable {
        /// Answer with `wrote`.
        case write(StoredFile)
        case delete(String)

        /// Answer with `answered`.
        case send(UUID, SharingRequest, ServerAccount)

        /// Answer with `opened`.
        case open(URL, ServerAccount, id: Int)

        /// Answer with `known`, if the system knows the collaboration.
        case lookUp(CollaborationIdentifier)

        /// Delete the file, then post; answer with `unknown` if the system does not know the collaboration.
        case post(StoredFile.Notice)
        case fulfill(UUID, with: StartResponse? = nil)
        case fail(UUID)
        case answer(Waiter, Opening)
        case signedOut(Waiter, removals: Int)
        case report(SharingSession.Event)
    }

    /// Whoever waits for a result.
    typealias Waiter = Int

    enum User: Hashable {
        case restoring
        case nobody
        case account(ServerAccount)
    }

    struct Action: Hashable {
        enum Step: Hashable {
            case waiting
            case sending(attempt: Int)
            case recording(StartResponse)
        }

        let request: SharingRequest
        let deadline: Date
        var step = Step.waiting
    }

    struct Removal: Hashable {
        var file: UndeliveredRemoval
        var isStored = false
        var failureCount = 0

        /// When it is due; nil: not before the next launch or sign-in.
        var nextAttempt: Date? = .distantPast
    }

    /// The openings of one link, as one: they wait while the session is restored, and are under way for an account.
    struct RunningOpening: Hashable {
        let id: Int
        let url: URL
        var deadline: Date

        /// Who waits; nil stands for the event of a link that was kept.
        var waiters: [Waiter?] = []
    }

    struct Leaving: Hashable {
        let account: ServerAccount
        let deadline: Date
        var waiters: [Waiter]
    }

    var maximumRemovalCount = 10_000
    static let maximumRequestCount = 4
    static let linkLifetime: TimeInterval = 600
    static let noticeLifetime: TimeInterval = 7 * 86_400
    static let openingTime: TimeInterval = 30
    static let signOutTime: TimeInterval = 3
    static let longestDelay: TimeInterval = 60
    static let longestRetryAfter: TimeInterval = 3_600

    /// How long an action, and a link that is opened while the session is restored, may take.
    let limit: TimeInterval

    var user = User.restoring
    var owners: [CollaborationIdentifier: ServerAccount] = [:]
    var removals: [UUID: Removal] = [:]
    var links: [StoredFile.Link] = []
    var notices: [StoredFile.Notice] = []
    var actions: [UUID: Action] = [:]
    var openings: [RunningOpening] = []
    var openingCount = 0

    /// The removals of which something is on its way.
    var underWay: Set<UUID> = []
    var leaving: Leaving?

    /// The time of the event that is handled, and what is to be done.
    var now = Date.distantPast
    var effects: [Effect] = []

    var account: ServerAccount? {
        if case .account(let account) = user { account } else { nil }
    }

    /// Takes what happened, and returns what is to be done, in this order.
    mutating func handle(_ event: Event, at date: Date) -> [Effect] {
        now = date
        let before = visibleRemovals(for: event)
        take(event)
        deliver()
        if let leaving, underWay.isEmpty, !removals.values.contains(where: isDue) { endSignOut(leaving) }
        if visibleRemovals(for: event) != before { effects.append(.report(.removalsChanged)) }
        defer { (now, effects) = (.distantPast, []) }
        return effects
    }

    /// The visible removals that an event may change: the one that it is about, so that its time does not grow, or all.
    private func visibleRemovals(for event: Event) -> Set<UndeliveredRemoval> {
        switch event {
        case .begin(let id, _), .acknowledge(let id), .tryAgain(let id), .answered(let id, _, _, _):
            visibleRemovals([id])
        case .wrote(.removal(let removal), _): visibleRemovals([removal.id])
        default: visibleRemovals()
        }
    }

    /// The next time at which something is due: then pass `tick`.
    var nextDate: Date? {
        var dates = actions.values.map(\.deadline) + openings.map(\.deadline)
        if let leaving { dates.append(leaving.deadline) }
        if actions.isEmpty, underWay.count < Self.maximumRequestCount {
            dates += removals.values.filter(mayDeliver).compactMap(\.nextAttempt)
        }
        return dates.min()
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .begin(let id, let request): begin(id, request)
        case .known(let collaborations): postNotices(of: Set(collaborations))
        case .signIn(let account): signIn(account)
        case .noAccount: if user == .restoring { becomeNobody() }
        case .signOut(let waiter): signOut(waiter)
        case .forget(let account): forget(account)
        case .open(let url, let waiter): open(url, waiter)
        case .post(let kind, let collaboration): post(kind, in: collaboration)
        case .deliver: makeDue(isSignIn: false)
        case .acknowledge(let id): acknowledge(id)
        case .tryAgain(let id): tryAgain(id)
        case .loaded(let files): load(files)
        case .wrote(let file, let isStored): wrote(file, isStored)
        case .answered(let id, let request, let account, let result): answer(id, request, as: account, result)
        case .opened(let id, let opening): endOpening(id, opening)
        case .unknown(let notice): keep(notice)
        case .tick: passTime()
        }
    }

    private mutating func load(_ files: [StoredFile]) {
        for file in files {
            switch file {
            case .owner(let owner): owners[owner.collaboration] = owner.account
            case .removal(let removal): removals[removal.id] = Removal(file: removal, isStored: true)
            case .link(let link): links.append(link)
            case .notice(let notice) where isKept(notice): break
            case .notice(let notice) where isFresh(notice.date, Self.noticeLifetime): notices.append(notice)
            case .notice: effects.append(.delete(file.name))
            }
        }
        // Files that could not be had before wait for a sign-in that has been.
        if let account { signIn(account) }
    }

    private mutating func passTime() {
        for (id, action) in actions where action.deadline <= now { end(id, isDone: false) }
        for opening in openings where opening.deadline <= now {
            // Where the system or the server never answers, a later opening does not join this one.
            endOpening(opening.id, account == nil ? .signIn : .tryLater(.failed))
        }
        if let leaving, leaving.deadline <= now { endSignOut(leaving) }
    }
}

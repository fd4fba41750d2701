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
        case opened(URL, ServerAccount, Opening)
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
        case open(URL, ServerAccount)

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

    struct Action: Hashable, Identifiable {
        enum Step: Hashable {
            case waiting
            case sending(attempt: Int)
            case recording(StartResponse)
        }

        let id: UUID
        let request: SharingRequest
        let deadline: Date
        var step = Step.waiting
    }

    struct Removal: Hashable, Identifiable {
        var file: UndeliveredRemoval
        var isStored = false
        var isUnderWay = false
        var failureCount = 0

        /// When it is due; nil: not before the next launch or sign-in.
        var nextAttempt: Date? = .distantPast

        var id: UUID { file.id }
    }

    /// The openings of one link, as one: they wait while the session is restored, and are under way for an account.
    struct RunningOpening: Hashable, Identifiable {
        let id: URL
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
    var removals: [Removal] = []
    var links: [StoredFile.Link] = []
    var notices: [StoredFile.Notice] = []
    var actions: [Action] = []
    var openings: [RunningOpening] = []
    var leaving: Leaving?

    /// The time of the event that is handled, and what is to be done.
    var now = Date.distantPast
    var effects: [Effect] = []

    init(limit: TimeInterval) {
        self.limit = limit
    }

    var account: ServerAccount? {
        if case .account(let account) = user { account } else { nil }
    }

    /// Takes what happened, and returns what is to be done, in this order.
    mutating func handle(_ event: Event, at date: Date) -> [Effect] {
        now = date
        let before = visibleRemovals
        take(event)
        deliver()
        if let leaving, !isSending(for: leaving) { endSignOut(leaving) }
        if visibleRemovals != before { effects.append(.report(.removalsChanged)) }
        defer { (now, effects) = (.distantPast, []) }
        return effects
    }

    /// The next time at which something is due: then pass `tick`.
    var nextDate: Date? {
        var dates = actions.map(\.deadline) + openings.map(\.deadline)
        if let leaving { dates.append(leaving.deadline) }
        if actions.isEmpty, freeRequestCount > 0 { dates += removals.filter(mayDeliver).compactMap(\.nextAttempt) }
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
        case .deliver: makeAllDue()
        case .acknowledge(let id): acknowledge(id)
        case .tryAgain(let id): tryAgain(id)
        case .loaded(let files): load(files)
        case .wrote(let file, let isStored): wrote(file, isStored)
        case .answered(let id, let request, let account, let result): answer(id, request, as: account, result)
        case .opened(let url, let account, let opening): endOpening(of: url, as: account, opening)
        case .unknown(let notice): keep(notice)
        case .tick: passTime()
        }
    }

    private mutating func load(_ files: [StoredFile]) {
        for file in files {
            switch file {
            case .owner(let owner): owners[owner.collaboration] = owner.account
            case .removal(let removal): removals.append(Removal(file: removal, isStored: true))
            case .link(let link): links.append(link)
            case .notice(let notice) where isKept(notice): break
            case .notice(let notice) where notice.date + Self.noticeLifetime > now: notices.append(notice)
            case .notice: effects.append(.delete(file.name))
            }
        }
        removals.sort { $0.file.date < $1.file.date }
        // Files that could not be had before wait for a sign-in that has been.
        if let account { signIn(account) }
    }

    private mutating func passTime() {
        for action in actions where action.deadline <= now { end(action.id, isDone: false) }
        for opening in openings where opening.deadline <= now {
            if let account {
                // Where the system or the server never answers, a later opening does not join this one.
                endOpening(of: opening.id, as: account, .tryLater(.failed))
            } else {
                keepForSignIn(opening)
            }
        }
        if let leaving, leaving.deadline <= now { endSignOut(leaving) }
    }
}

extension Array where Element: Identifiable {
    /// The element with an identifier; setting it to nil removes it.
    subscript(id id: Element.ID) -> Element? {
        get { first { $0.id == id } }
        set {
            guard let index = firstIndex(where: { $0.id == id }) else {
                return append(contentsOf: newValue.map { [$0] } ?? [])
            }
            replaceSubrange(index...index, with: newValue.map { [$0] } ?? [])
        }
    }
}

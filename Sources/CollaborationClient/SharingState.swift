import CollaborationCore
import CollaborationModels
import Foundation

/// All that a ``SharingSession`` knows and decides, without tasks, clock and disk.
///
/// The session calls `handle` with what happens and the time, and carries out each effect at once.
struct SharingState: Hashable {
    enum Effect: Hashable {
        /// Return whether it is on disk.
        case write(StoredFile)
        case delete(String)

        /// Then call `answer`.
        case send(UUID, SharingRequest, ServerAccount)

        /// Then call `endOpening`.
        case open(URL, ServerAccount, id: Int)

        /// Delete the file and post; or return false if the system does not know the collaboration.
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

    /// What carries out an effect, and returns whether it could; it is no part of what is known, so all are equal.
    struct Performer: Hashable {
        var perform: (Effect) -> Bool = { _ in false }
        static func == (_: Self, _: Self) -> Bool { true }
        func hash(into _: inout Hasher) {}
    }

    struct Action: Hashable {
        let request: SharingRequest
        let deadline: Date
        var attemptCount = 0
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

    /// The time of the event that is handled.
    var now = Date.distantPast
    var performer = Performer()

    var account: ServerAccount? {
        if case .account(let account) = user { account } else { nil }
    }

    @discardableResult
    func perform(_ effect: Effect) -> Bool { performer.perform(effect) }

    @discardableResult
    func write(_ file: StoredFile) -> Bool {
        let isStored = perform(.write(file))
        if !isStored { perform(.report(.storageUnavailable)) }
        return isStored
    }

    /// Lets something happen.
    ///
    /// - Parameter id: The only removal that it is about: others are not looked at, so that its time does not grow.
    mutating func handle(at date: Date, about id: UUID? = nil, _ event: (inout Self) -> Void) {
        now = date
        let before = visibleRemovals(id)
        event(&self)
        deliver()
        if let leaving, underWay.isEmpty, !removals.values.contains(where: isDue) { endSignOut(leaving) }
        if visibleRemovals(id) != before { perform(.report(.removalsChanged)) }
        now = .distantPast
    }

    /// The next time at which something is due: then call `passTime`.
    var nextDate: Date? {
        var dates = actions.values.map(\.deadline) + openings.map(\.deadline)
        if let leaving { dates.append(leaving.deadline) }
        if actions.isEmpty, underWay.count < Self.maximumRequestCount {
            dates += removals.values.filter(mayDeliver).compactMap(\.nextAttempt)
        }
        return dates.min()
    }

    mutating func load(_ files: [StoredFile]) {
        for file in files {
            switch file {
            case .owner(let owner): owners[owner.collaboration] = owner.account
            case .removal(let removal): removals[removal.id] = Removal(file: removal, isStored: true)
            case .link(let link): links.append(link)
            case .notice(let notice) where isKept(notice): break
            case .notice(let notice) where isFresh(notice.date, Self.noticeLifetime): notices.append(notice)
            case .notice: perform(.delete(file.name))
            }
        }
        // Files that could not be had before wait for a sign-in that has been.
        if let account { signIn(account) }
    }

    mutating func passTime() {
        for (id, action) in actions where action.deadline <= now { end(id, isDone: false) }
        for opening in openings where opening.deadline <= now {
            // Where the system or the server never answers, a later opening does not join this one.
            endOpening(opening.id, account == nil ? .signIn : .tryLater(.failed))
        }
        if let leaving, leaving.deadline <= now { endSignOut(leaving) }
    }
}

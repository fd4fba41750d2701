import CollaborationCore
import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries out what a ``SharingState`` decides.
///
/// One task uses it: all that it does, it does in the order of its messages.
final class SharingEngine {
    typealias Message = @Sendable (SharingEngine) -> Void

    private let opener: @Sendable (any SharingServer) -> LinkOpener
    private let center: any HighlightCenter
    private let files: any SharingFiles
    private let clock: any Clock<Duration>
    private let date: () -> Date
    private let inbox: AsyncStream<Message>.Continuation
    private let report: AsyncStream<SharingSession.Event>.Continuation

    private var state: SharingState
    private var isTaking = false
    private var events: [SharingState.Event] = []
    private var servers: [SharingServerIdentifier: any SharingServer] = [:]
    private var starts: [UUID: StartCollaborationAction] = [:]
    private var updates: [UUID: UpdateCollaborationParticipantsAction] = [:]
    private var waiterCount = 0
    private var openings: [SharingState.Waiter: CheckedContinuation<Opening, Never>] = [:]
    private var signOuts: [SharingState.Waiter: CheckedContinuation<Int, Never>] = [:]
    private var deliveries: [CheckedContinuation<Void, Never>] = []
    private var deletionError: (any Error)?
    private var alarm: (date: Date, task: Task<Void, Never>)?
    private var watch: Task<Void, Never>?

    init(
        center: any HighlightCenter,
        files: any SharingFiles,
        deadline: Duration,
        clock: any Clock<Duration>,
        date: @escaping () -> Date,
        inbox: AsyncStream<Message>.Continuation,
        report: AsyncStream<SharingSession.Event>.Continuation
    ) {
        (self.center, self.files, self.clock, self.date) = (center, files, clock, date)
        (self.inbox, self.report) = (inbox, report)
        state = SharingState(limit: deadline / .seconds(1))
        opener = { LinkOpener(server: $0, center: center, clock: clock) }
        load()
        watch = Task {
            for await highlights in center.highlightUpdates {
                let known = highlights.compactMap(\.collaboration?.collaborationIdentifier)
                inbox.yield { $0.take(.known(known)) }
            }
        }
    }

    private func load() {
        do {
            var found: [StoredFile] = []
            for (name, data) in try files.open().sorted(by: { $0.key < $1.key }) {
                do {
                    found.append(try StoredFile(name: name, data: data))
                } catch {
                    report.yield(.damagedFile(try files.setAside(name)))
                }
            }
            take(.loaded(found))
        } catch {
            report.yield(.storageUnavailable)
        }
    }

    func stop() {
        watch?.cancel()
        alarm?.task.cancel()
        report.finish()
    }

    /// Takes an event, and those that come of its effects at once.
    func take(_ event: SharingState.Event) {
        events.append(event)
        guard !isTaking else { return }
        isTaking = true
        while !events.isEmpty {
            for effect in state.handle(events.removeFirst(), at: date()) { carryOut(effect) }
        }
        isTaking = false
        setAlarm()
        if !state.isSending {
            for delivery in deliveries { delivery.resume() }
            deliveries = []
        }
    }

    private func setAlarm() {
        guard let next = state.nextDate else {
            alarm?.task.cancel()
            alarm = nil
            return
        }
        guard next != alarm?.date else { return }
        alarm?.task.cancel()
        let delay = Duration.seconds(max(0, next.timeIntervalSince(date())))
        alarm = (
            next,
            Task { [clock, inbox] in
                guard (try? await clock.sleep(for: delay)) != nil else { return }
                inbox.yield { engine in
                    engine.alarm = nil
                    engine.take(.tick)
                }
            }
        )
    }

    private func newWaiter() -> SharingState.Waiter {
        waiterCount += 1
        return waiterCount
    }
}

// MARK: - What the session passes on

extension SharingEngine {
    var removals: [UndeliveredRemoval] { state.visibleRemovals }

    var current: (AccountIdentifier, any SharingServer)? {
        guard let account = state.account, let server = servers[account.server] else { return nil }
        return (account.name, server)
    }

    func signIn(as account: AccountIdentifier, to server: any SharingServer) {
        servers[server.identifier] = server
        take(.signIn(ServerAccount(server: server.identifier, name: account)))
    }

    func signOut(_ continuation: CheckedContinuation<Int, Never>) {
        let waiter = newWaiter()
        signOuts[waiter] = continuation
        take(.signOut(waiter))
    }

    func forget(_ account: ServerAccount, _ continuation: CheckedContinuation<Result<Void, any Error>, Never>) {
        deletionError = nil
        take(.forget(account))
        continuation.resume(returning: deletionError.map { .failure($0) } ?? .success(()))
    }

    func open(_ url: URL, _ continuation: CheckedContinuation<Opening, Never>) {
        let waiter = newWaiter()
        openings[waiter] = continuation
        take(.open(url, waiter))
    }

    func deliver(_ continuation: CheckedContinuation<Void, Never>) {
        deliveries.append(continuation)
        take(.deliver)
    }

    func take(_ action: StartCollaborationAction) {
        starts[action.uuid] = action
        take(.start(action.uuid, StartRequest(action)))
    }

    func take(_ action: UpdateCollaborationParticipantsAction) {
        updates[action.uuid] = action
        take(.update(action.uuid, action.collaborationIdentifier, ParticipantsUpdate(action)))
    }
}

// MARK: - Effects

extension SharingEngine {
    private func carryOut(_ effect: SharingState.Effect) {
        switch effect {
        case .write(let file): take(write(file) ? .wrote(file.name) : .notWritten(file.name))
        case .delete(let name): _ = delete(name)
        case .post(let notice): post(notice)
        case .lookUp(let collaboration):
            if (try? center.collaborationHighlight(forIdentifier: collaboration)) != nil {
                take(.known([collaboration]))
            }
        case .send(let call, let account): send(call, as: account)
        case .open(let url, let account): open(url, as: account)
        case .fulfillStart(let id, let response):
            let action = starts.removeValue(forKey: id)
            // A server may name a link that the system does not take.
            do { try action?.fulfill(with: response) } catch { action?.fail() }
        case .fulfill(let id): updates.removeValue(forKey: id)?.fulfill()
        case .fail(let id):
            starts.removeValue(forKey: id)?.fail()
            updates.removeValue(forKey: id)?.fail()
        case .answer(let waiter, let opening): openings.removeValue(forKey: waiter)?.resume(returning: opening)
        case .signedOut(let waiter, let count): signOuts.removeValue(forKey: waiter)?.resume(returning: count)
        case .report(let event): report.yield(event)
        }
    }

    private func write(_ file: StoredFile) -> Bool {
        (try? files.write(file.data(), to: file.name)) != nil
    }

    private func delete(_ name: String) -> Bool {
        do {
            try files.delete(name)
            return true
        } catch {
            deletionError = error
            report.yield(.storageUnavailable)
            return false
        }
    }

    /// Deletes the notice first: if the app is ended between, it is lost, and it never comes twice.
    private func post(_ notice: StoredFile.Notice) {
        guard delete(StoredFile.notice(notice).name),
            let highlight = try? center.collaborationHighlight(forIdentifier: notice.collaboration)
        else { return }
        center.postNotice(for: notice.kind.event(in: highlight))
    }

    private func open(_ url: URL, as account: ServerAccount) {
        guard let server = servers[account.server] else { return }
        Task { [opener, inbox] in
            let opening = await opener(server).open(url, as: account.name)
            inbox.yield { $0.take(.opened(url, account, opening)) }
        }
    }

    private func send(_ call: SharingState.Call, as account: ServerAccount) {
        guard let server = servers[account.server] else { return }
        Task { [inbox] in
            let result = await server.result(of: call, as: account.name)
            inbox.yield { $0.take(.answered(call, account, result)) }
        }
    }
}

extension SharingServer {
    fileprivate func result(
        of call: SharingState.Call,
        as account: AccountIdentifier
    ) async -> Result<SharingState.Reply, SharingServerError> {
        do throws(SharingServerError) {
            switch call {
            case .start(_, let request): return .success(.started(try await start(request, as: account)))
            case .add(_, let collaboration, let identities):
                try await apply(ParticipantsUpdate(addedIdentities: identities), to: collaboration, as: account)
            case .remove(_, let collaboration, let identities):
                try await remove(identities, from: collaboration, as: account)
            case .access(_, let collaboration):
                return .success(.access(try await access(to: collaboration, as: account)))
            }
            return .success(.done)
        } catch {
            return .failure(error)
        }
    }

    /// Removes identities; a refusal counts only if the token was this account's, which a challenge shows.
    private func remove(
        _ identities: [Person.Identity],
        from collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) {
        do throws(SharingServerError) {
            try await apply(ParticipantsUpdate(removedIdentities: identities), to: collaboration, as: account)
        } catch {
            guard error == .refused else { throw error }
            let message = try await challenge(for: collaboration, as: account)
            do throws(CollaborationError) {
                try message.check(for: collaboration, account: account)
            } catch {
                if error == .refused(.challengeForAnotherAccount) { throw .notSignedIn }
            }
            throw .refused
        }
    }
}

import CollaborationCore
import CollaborationModels
import Foundation

/// Carries out what a ``SharingState`` decides.
///
/// One task uses it: all that it does, it does in the order of its messages.
final class SharingEngine {
    typealias Message = @Sendable (SharingEngine) -> Void

    private let center: any HighlightCenter
    private let files: any SharingFiles
    private let clock: any Clock<Duration>
    private let date: () -> Date
    private let inbox: AsyncStream<Message>.Continuation

    private var state: SharingState
    private var isLoaded = false
    private var isTaking = false
    private var events: [SharingState.Event] = []
    private var servers: [SharingServerIdentifier: any SharingServer] = [:]

    /// How each action is completed, as often as the system has delivered it: with a response or nil, if it is done.
    private var completions: [UUID: [(_ isDone: Bool, StartResponse?) -> Void]] = [:]
    private var waiterCount = 0
    private var openings: [SharingState.Waiter: CheckedContinuation<Opening, Never>] = [:]
    private var signOuts: [SharingState.Waiter: CheckedContinuation<Int, Never>] = [:]
    private var deliveries: [CheckedContinuation<Void, Never>] = []
    private var readers: [AsyncStream<SharingSession.Event>.Continuation] = []
    private var unread: [SharingSession.Event] = []
    private var deletionError: (any Error)?
    private var alarm: (date: Date, task: Task<Void, Never>)?
    private var watch: Task<Void, Never>?

    init(
        center: any HighlightCenter,
        files: any SharingFiles,
        deadline: Duration,
        clock: any Clock<Duration>,
        date: @escaping () -> Date,
        inbox: AsyncStream<Message>.Continuation
    ) {
        (self.center, self.files, self.clock, self.date, self.inbox) = (center, files, clock, date, inbox)
        state = SharingState(limit: deadline / .seconds(1))
        load()
        watch = Task {
            for await highlights in center.highlightUpdates {
                let known = highlights.compactMap(\.collaboration?.collaborationIdentifier)
                inbox.yield { $0.take(.known(known)) }
            }
        }
    }

    /// Reads all files; one that cannot be read keeps no other from being read.
    private func load() {
        guard let names = try? files.open() else {
            report(.storageUnavailable)
            return
        }
        isLoaded = true
        take(.loaded(names.sorted().compactMap(read)))
    }

    private func read(_ name: String) -> StoredFile? {
        do {
            let data = try files.read(name)
            if let file = try? StoredFile(name: name, data: data) { return file }
            report(.damagedFile(try files.setAside(name)))
        } catch {
            report(.storageUnavailable)
        }
        return nil
    }

    func stop() {
        // Without a session nothing else completes them.
        for id in state.actions.keys { state.end(id, isDone: false) }
        for effect in state.effects { carryOut(effect) }
        watch?.cancel()
        alarm?.task.cancel()
        for reader in readers { reader.finish() }
    }

    /// Takes an event, and those that come of its effects at once.
    func take(_ event: SharingState.Event) {
        // Before the first unlock of the device, and while another session ends, the files cannot be had.
        if event == .deliver, !isLoaded { load() }
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
        let next = state.nextDate
        guard next != alarm?.date else { return }
        alarm?.task.cancel()
        alarm = next.map { next in
            // At least once a day, since a clock may not take a greater time.
            let delay = Duration.seconds(min(max(0, next.timeIntervalSince(date())), 86_400))
            let task = Task { [clock, inbox] in
                guard (try? await clock.sleep(for: delay)) != nil else { return }
                inbox.yield { engine in
                    engine.alarm = nil
                    engine.take(.tick)
                }
            }
            return (next, task)
        }
    }
}

// MARK: - What the session passes on

extension SharingEngine {
    var removals: [UndeliveredRemoval] { state.visibleRemovals().sorted { $0.date < $1.date } }

    var current: (ServerAccount, any SharingServer)? {
        guard let account = state.account, let server = servers[account.server] else { return nil }
        return (account, server)
    }

    func signIn(as account: AccountIdentifier, to server: any SharingServer) {
        servers[server.identifier] = server
        take(.signIn(ServerAccount(server: server.identifier, name: account)))
    }

    func add(_ reader: AsyncStream<SharingSession.Event>.Continuation) {
        readers.append(reader)
        let events = unread
        unread = []
        for event in events { report(event) }
    }

    func signOut(_ continuation: CheckedContinuation<Int, Never>) {
        waiterCount += 1
        signOuts[waiterCount] = continuation
        take(.signOut(waiterCount))
    }

    func forget(_ account: ServerAccount, _ continuation: CheckedContinuation<Result<Void, any Error>, Never>) {
        if !isLoaded { load() }
        deletionError = isLoaded ? nil : CocoaError(.fileLocking)
        take(.forget(account))
        continuation.resume(returning: deletionError.map { .failure($0) } ?? .success(()))
    }

    func open(_ url: URL, _ continuation: CheckedContinuation<Opening, Never>) {
        waiterCount += 1
        openings[waiterCount] = continuation
        take(.open(url, waiterCount))
    }

    func deliver(_ continuation: CheckedContinuation<Void, Never>) {
        deliveries.append(continuation)
        take(.deliver)
    }

    func take(_ event: SharingState.Event, _ continuation: CheckedContinuation<Void, Never>) {
        take(event)
        continuation.resume()
    }

    func take(_ action: StartCollaborationAction) {
        completions[action.uuid, default: []].append { isDone, response in
            // A server may name a link that the system does not take.
            if isDone, let response, (try? action.fulfill(with: response)) != nil { return }
            action.fail()
        }
        take(.begin(action.uuid, .start(StartRequest(action))))
    }

    func take(_ action: UpdateCollaborationParticipantsAction) {
        completions[action.uuid, default: []].append { isDone, _ in
            if isDone { action.fulfill() } else { action.fail() }
        }
        take(.begin(action.uuid, .apply(ParticipantsUpdate(action), to: action.collaborationIdentifier)))
    }
}

// MARK: - Effects

extension SharingEngine {
    private func carryOut(_ effect: SharingState.Effect) {
        switch effect {
        case .write(let file):
            let isStored = (try? files.write(file.data(), to: file.name)) != nil
            take(.wrote(file, isStored: isStored))
        case .delete(let name): _ = delete(name)
        case .post(let notice): post(notice)
        case .lookUp(let collaboration):
            if (try? center.collaborationHighlight(forIdentifier: collaboration)) != nil {
                take(.known([collaboration]))
            }
        case .send(let id, let request, let account):
            guard let server = servers[account.server] else { return }
            Task { [inbox] in
                let result = await server.result(of: request, as: account.name)
                inbox.yield { $0.take(.answered(id, request, account, $0.timed(result))) }
            }
        case .open(let url, let account, let id):
            guard let server = servers[account.server] else { return }
            let opener = LinkOpener(server: server, center: center, clock: clock)
            Task { [inbox] in
                let opening = await opener.open(url, as: account.name)
                inbox.yield { $0.take(.opened(id, opening)) }
            }
        case .fulfill(let id, let response): complete(id, isDone: true, response)
        case .fail(let id): complete(id, isDone: false)
        case .answer(let waiter, let opening): openings.removeValue(forKey: waiter)?.resume(returning: opening)
        case .signedOut(let waiter, let count): signOuts.removeValue(forKey: waiter)?.resume(returning: count)
        case .report(let event): report(event)
        }
    }

    private typealias Answer = Result<SharingResponse, SharingServerError>

    /// An answer with its date by the session's clock, since the device's may have been set meanwhile.
    private func timed(_ answer: Answer) -> Answer {
        guard case .failure(.later(let until?)) = answer else { return answer }
        return .failure(.later(date() + until.timeIntervalSinceNow))
    }

    private func complete(_ id: UUID, isDone: Bool, _ response: StartResponse? = nil) {
        for completion in completions.removeValue(forKey: id) ?? [] { completion(isDone, response) }
    }

    /// Passes an event to each reader that is still there, or keeps it for the next one.
    private func report(_ event: SharingSession.Event) {
        readers.removeAll { if case .terminated = $0.yield(event) { true } else { false } }
        if readers.isEmpty { unread = (unread + [event]).suffix(100) }
    }

    private func delete(_ name: String) -> Bool {
        // While the files cannot be had, there is none to delete.
        guard isLoaded else { return true }
        do {
            try files.delete(name)
            return true
        } catch {
            deletionError = error
            report(.storageUnavailable)
            return false
        }
    }

    /// Deletes the notice first: if the app is ended between, it is lost, and it never comes twice.
    private func post(_ notice: StoredFile.Notice) {
        guard let highlight = try? center.collaborationHighlight(forIdentifier: notice.collaboration) else {
            return take(.unknown(notice))
        }
        guard delete(StoredFile.notice(notice).name) else { return }
        center.postNotice(for: notice.kind.event(in: highlight))
    }
}

extension SharingServer {
    fileprivate func result(
        of request: SharingRequest,
        as account: AccountIdentifier
    ) async -> Result<SharingResponse, SharingServerError> {
        do throws(SharingServerError) {
            return .success(try await respond(to: request, as: account))
        } catch {
            guard [.refused, .malformed].contains(error), request.isRemoval, case .apply(_, let collaboration) = request
            else { return .failure(error) }
            return .failure(await checked(error, in: collaboration, as: account))
        }
    }

    /// A refusal of a removal counts only if it is the server's, and the token was this account's, which a challenge shows.
    private func checked(
        _ refusal: SharingServerError,
        in collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async -> SharingServerError {
        do {
            try await challenge(for: collaboration, as: account).check(for: collaboration, account: account)
        } catch CollaborationError.refused(.challengeForAnotherAccount) {
            return .notSignedIn
        } catch let error as SharingServerError {
            // A proxy or a captive portal refuses everything.
            return [.refused, .malformed].contains(error) ? .unexpected(status: 403) : error
        } catch {}
        return refusal
    }
}

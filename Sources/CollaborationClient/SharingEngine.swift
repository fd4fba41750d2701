import CollaborationCore
import CollaborationModels
import Foundation

/// Carries out what a ``SharingState`` decides.
///
/// One task uses it: all that it does, it does in the order of its messages.
final class SharingEngine {
    typealias Message = @Sendable (SharingEngine) -> Void
    typealias Event = (inout SharingState) -> Void

    /// Completes an action: if it is a start that is done, with its response.
    typealias Completion = (_ isDone: Bool, StartResponse?) -> Void

    private let center: any HighlightCenter
    private let storage: SharingStorage
    private let clock: any Clock<Duration>
    private let date: () -> Date
    private let inbox: AsyncStream<Message>.Continuation

    private(set) var state: SharingState

    /// Nil until they can be had: before the first unlock of the device, and while another session ends, they cannot.
    private var files: (any SharingFiles)?

    var servers: [SharingServerIdentifier: any SharingServer] = [:]

    /// How each action is completed, as often as the system has delivered it.
    private var completions: [UUID: [Completion]] = [:]
    private var waiterCount = 0
    private var openings: [SharingState.Waiter: CheckedContinuation<Opening, Never>] = [:]
    private var signOuts: [SharingState.Waiter: CheckedContinuation<Int, Never>] = [:]
    private var deliveries: [CheckedContinuation<Void, Never>] = []
    private var readers: [AsyncStream<SharingSession.Event>.Continuation] = []
    private var unread: [SharingSession.Event] = []
    private var diskError: (any Error)?
    private var alarm: (date: Date, task: Task<Void, Never>)?
    private var watch: Task<Void, Never>?

    init(
        center: any HighlightCenter,
        storage: SharingStorage,
        deadline: Duration,
        clock: any Clock<Duration>,
        date: @escaping () -> Date,
        inbox: AsyncStream<Message>.Continuation
    ) {
        (self.center, self.storage, self.clock, self.date, self.inbox) = (center, storage, clock, date, inbox)
        // A clock may not take a greater time.
        state = SharingState(limit: min(deadline / .seconds(1), 86_400))
        state.performer.perform = { [unowned self] in carryOut($0) }
        load()
        watch = Task {
            for await highlights in center.highlightUpdates {
                let known = highlights.compactMap(\.collaboration?.collaborationIdentifier)
                inbox.yield { $0.handle { $0.postNotices(of: Set(known)) } }
            }
        }
    }

    /// Reads all files; one that cannot be read keeps no other from being read.
    private func load() {
        guard let files = try? storage.open(), let names = try? files.names() else {
            return report(.storageUnavailable)
        }
        self.files = files
        let contents = names.sorted().compactMap { read($0, in: files) }
        handle { $0.load(contents) }
    }

    private func read(_ name: String, in files: any SharingFiles) -> StoredFile? {
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
        watch?.cancel()
        alarm?.task.cancel()
        for reader in readers { reader.finish() }
    }

    func handle(about id: UUID? = nil, _ event: Event) {
        state.handle(at: date(), about: id, event)
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
            let delay = Duration.seconds(max(0, next.timeIntervalSince(date())))
            let task = Task { [clock, inbox] in
                guard (try? await clock.sleep(for: delay)) != nil else { return }
                inbox.yield { engine in
                    engine.alarm = nil
                    engine.handle { $0.passTime() }
                }
            }
            return (next, task)
        }
    }
}

// MARK: - What the session passes on

extension SharingEngine {
    var current: (ServerAccount, any SharingServer)? {
        guard let account = state.account, let server = servers[account.server] else { return nil }
        return (account, server)
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
        handle { [waiterCount] in $0.signOut(waiterCount) }
    }

    func forget(_ account: ServerAccount, _ continuation: CheckedContinuation<Result<Void, any Error>, Never>) {
        if files == nil { load() }
        diskError = files == nil ? CocoaError(.fileLocking) : nil
        handle { $0.forget(account) }
        continuation.resume(returning: diskError.map { .failure($0) } ?? .success(()))
    }

    func open(_ url: URL, _ continuation: CheckedContinuation<Opening, Never>) {
        waiterCount += 1
        openings[waiterCount] = continuation
        handle { [waiterCount] in $0.open(url, waiterCount) }
    }

    func deliver(_ continuation: CheckedContinuation<Void, Never>? = nil) {
        if let continuation { deliveries.append(continuation) }
        if files == nil { load() }
        handle { $0.makeDue() }
    }

    /// Begins an action.
    func begin(_ id: UUID, _ request: SharingRequest, _ completion: @escaping Completion) {
        completions[id, default: []].append(completion)
        handle(about: id) { $0.begin(id, request) }
    }
}

// MARK: - Effects

extension SharingEngine {
    /// Carries out an effect, and returns whether it could.
    private func carryOut(_ effect: SharingState.Effect) -> Bool {
        switch effect {
        case .write(let file):
            return (try? files?.write(file.data(), to: file.name)) != nil
        case .delete(let name): return delete(name)
        case .post(let notice): return post(notice)
        case .send(let id, let request, let account):
            guard let server = servers[account.server] else { return false }
            Task { [inbox] in
                let result = await server.result(of: request, as: account.name)
                inbox.yield { engine in
                    var result = result
                    if case .failure(.later(let until?)) = result {
                        // By the session's clock, since the device's may have been set meanwhile.
                        result = .failure(.later(engine.date() + until.timeIntervalSinceNow))
                    }
                    engine.handle(about: id) { $0.answer(id, request, as: account, result) }
                }
            }
        case .open(let url, let account, let id):
            guard let server = servers[account.server] else { return false }
            let opener = LinkOpener(server: server, center: center, clock: clock)
            Task { [inbox] in
                let opening = await opener.open(url, as: account.name)
                inbox.yield { $0.handle { $0.endOpening(id, opening) } }
            }
        case .fulfill(let id, let response): complete(id, isDone: true, response)
        case .fail(let id): complete(id, isDone: false)
        case .answer(let waiter, let opening): openings.removeValue(forKey: waiter)?.resume(returning: opening)
        case .signedOut(let waiter, let count): signOuts.removeValue(forKey: waiter)?.resume(returning: count)
        case .report(let event): report(event)
        }
        return true
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
        do {
            // While the files cannot be had, there is none to delete.
            try files?.delete(name)
            return true
        } catch {
            diskError = error
            report(.storageUnavailable)
            return false
        }
    }

    /// Deletes the notice first: if the app is ended between, it is lost, and it never comes twice.
    private func post(_ notice: StoredFile.Notice) -> Bool {
        guard let highlight = try? center.collaborationHighlight(forIdentifier: notice.collaboration) else {
            return false
        }
        if delete(StoredFile.notice(notice).name) { center.postNotice(for: notice.kind.event(in: highlight)) }
        return true
    }
}

extension SharingServer {
    /// Sends a request; a refusal of a removal counts only if it is the server's, and the token was this account's, which a
    /// challenge shows.
    fileprivate func result(
        of request: SharingRequest,
        as account: AccountIdentifier
    ) async -> Result<SharingResponse, SharingServerError> {
        do throws(SharingServerError) {
            return .success(try await respond(to: request, as: account))
        } catch {
            guard [.refused, .malformed].contains(error), request.isRemoval, case .apply(_, let collaboration) = request
            else { return .failure(error) }
            do {
                try await challenge(for: collaboration, as: account).check(for: collaboration, account: account)
            } catch CollaborationError.refused(.challengeForAnotherAccount) {
                return .failure(.notSignedIn)
            } catch let error as SharingServerError {
                // A proxy or a captive portal refuses everything.
                return .failure([.refused, .malformed].contains(error) ? .unexpected(status: 403) : error)
            } catch {}
            return .failure(error)
        }
    }
}

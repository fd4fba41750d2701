public import CollaborationCore
public import CollaborationModels
public import Foundation

/// All that an app's author talks to in order to share: it carries out the system's actions, opens links, and posts notices.
///
/// Make one at launch, before anything else, and keep it. Set it as the coordinator's handler, which holds it weakly. Then say
/// who is signed in, or ``noAccount()``: until then actions and links wait, for at most the deadline.
///
/// A removal of people is written to disk before anything else happens, and sent until the server has it or refuses it for
/// good, as the account whose collaboration it is. An addition that the server does not have fails its action, so that the
/// message does not go out. Which account has started a collaboration here, links that wait for a sign-in, and notices that
/// Messages has no link for yet, are kept as well. What waits is sent again by itself: at a sign-in, when the app becomes
/// active, when the network returns, and after at most a minute (where more than thirty wait, two seconds for each), or as
/// long as the server says, up to an hour.
public final class SharingSession: CollaborationActionHandler, Sendable {
    /// What a session tells the app.
    public enum Event: Hashable, Sendable {
        /// A link was opened that had been kept until the sign-in.
        case opened(URL, Opening)

        /// The server does not accept the account's token: let the person sign in again. It comes at each attempt until then.
        case signInNeeded

        /// ``SharingSession/removals`` has changed.
        case removalsChanged

        /// A file could not be read, and was moved here.
        case damagedFile(URL)

        /// The disk does not accept files, or another session has the folder.
        case storageUnavailable
    }

    /// What happens from now on, and the last hundred events that happened while nobody was reading.
    ///
    /// Each use makes another stream with all events, which keeps the last hundred of them until they are read. It ends with
    /// the task that reads it, such as that of a view.
    public var events: AsyncStream<Event> {
        let (events, reader) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(100))
        inbox.yield { $0.add(reader) }
        return events
    }

    private let inbox: AsyncStream<SharingEngine.Message>.Continuation

    /// Makes a session, which reads its files in a task of its own.
    ///
    /// - Parameters:
    ///   - center: The highlight center of the device.
    ///   - storage: Where it keeps what must not be lost. No two sessions share one.
    ///   - deadline: How long an action may take, at most a day. The system's 15 seconds have begun before an action arrives.
    ///   - clock: Measures the time; in a test a `SimulatedClock`.
    ///   - date: The date on that clock now.
    ///   - notifications: Tells when the app becomes active.
    public init(
        center: any HighlightCenter,
        storage: SharingStorage,
        deadline: Duration = .seconds(8),
        clock: some Clock<Duration> = ContinuousClock(),
        date: Date = Date(),
        notifications: NotificationCenter = .default
    ) {
        let (messages, inbox) = AsyncStream.makeStream(of: SharingEngine.Message.self)
        self.inbox = inbox
        let start = clock.now
        Task {
            let engine = SharingEngine(
                center: center,
                storage: storage,
                deadline: deadline,
                clock: clock,
                date: { date + start.duration(to: clock.now) / .seconds(1) },
                inbox: inbox
            )
            let occasions = DeliveryOccasions(from: notifications) { inbox.yield { $0.deliver() } }
            for await message in messages { message(engine) }
            withExtendedLifetime(occasions) {}
            engine.stop()
        }
    }

    deinit { inbox.finish() }

    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (SharingEngine, CheckedContinuation<Answer, Never>) -> Void
    ) async -> Answer {
        await withCheckedContinuation { continuation in inbox.yield { question($0, continuation) } }
    }
}

// MARK: - Who is signed in

extension SharingSession {
    /// Goes on as an account, also in place of another one.
    ///
    /// Call it at launch when somebody is signed in, and after each sign-in, also of the same account: with the same bytes, since
    /// a name in another Unicode normal form is another account, and does not see what waits.
    public func signIn(as account: AccountIdentifier, to server: any SharingServer) {
        inbox.yield { engine in
            engine.servers[server.identifier] = server
            engine.handle { $0.signIn(ServerAccount(server: server.identifier, name: account)) }
        }
    }

    /// Says at launch that nobody is signed in; later it has no effect: see ``signOut()``.
    public func noAccount() { inbox.yield { $0.handle { $0.noAccount() } } }

    /// Ends the account's session: sends what waits for at most three seconds, and drops its notices and links.
    ///
    /// - Returns: How many of its removals still wait. They are sent when the account signs in again.
    @discardableResult
    public func signOut() async -> Int {
        await ask { $0.signOut($1) }
    }

    /// Deletes all that is kept of an account, its removals too: whom they are about keep access.
    ///
    /// - Throws: The error of the disk, if a file cannot be deleted.
    public func forget(_ account: AccountIdentifier, at server: SharingServerIdentifier) async throws {
        let forgotten = ServerAccount(server: server, name: account)
        let result: Result<Void, any Error> = await ask { $0.forget(forgotten, $1) }
        try result.get()
    }
}

// MARK: - Links and notices

extension SharingSession {
    /// Opens a link that somebody shared.
    ///
    /// The server is asked for access first; only if there is none, this device proves that it was invited.
    public func open(_ url: URL) async -> Opening {
        await ask { $0.open(url, $1) }
    }

    /// Tells the other participants what happened.
    ///
    /// The notice is kept for a week until Messages knows the link, also over launches. It is posted once: of ten edits before
    /// that, there is one notice. While nobody is signed in it is dropped.
    public func post(_ kind: HighlightEventKind, in collaboration: CollaborationIdentifier) {
        inbox.yield { $0.handle { $0.post(kind, in: collaboration) } }
    }

    /// Tells a participant that this person mentioned them; nothing happens for somebody who has proven no identity, as a guest
    /// or the owner.
    public func mention(
        _ participant: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws(SharingServerError) {
        let response = try await respond(to: .identities(of: participant, in: collaboration))
        guard case .identities(let identities) = response else { throw .otherResponse }
        for identity in identities { post(.mention(.identity(identity)), in: collaboration) }
    }
}

// MARK: - Removals that the server does not have

extension SharingSession {
    /// The removals that wait or were refused: of the account that is signed in, and of no known account.
    public var removals: [UndeliveredRemoval] {
        get async { await ask { $1.resume(returning: $0.state.visibleRemovals()) }.sorted { $0.date < $1.date } }
    }

    /// Sends what waits now, and returns when the server has answered; for a background refresh.
    public func deliver() async {
        await ask { $0.deliver($1) }
    }

    /// Deletes a removal that was refused, or whose account is not known; one that waits stays.
    public func acknowledge(_ removal: UndeliveredRemoval) async {
        await handle { $0.acknowledge(removal.id) }
    }

    /// Sends a removal that was refused, or whose account is not known, as the account that is signed in.
    ///
    /// It does not wait for the server's answer, as ``deliver()`` does.
    public func tryAgain(_ removal: UndeliveredRemoval) async {
        await handle { $0.tryAgain(removal.id) }
    }

    private func handle(_ event: @escaping @Sendable (inout SharingState) -> Void) async {
        await ask { engine, continuation in
            engine.handle(event)
            continuation.resume()
        }
    }
}

// MARK: - What is not kept

extension SharingSession {
    /// Ends the account's own access.
    ///
    /// - Throws: `SharingServerError`. After ``SharingServerError/noNetwork`` it may be done: sent again, it is then refused.
    public func leave(_ collaboration: CollaborationIdentifier) async throws(SharingServerError) {
        _ = try await respond(to: .leave(collaboration))
    }

    /// Ends a collaboration of the account, for everybody.
    ///
    /// - Throws: `SharingServerError`. After ``SharingServerError/noNetwork`` it may be done: sent again, it is then refused.
    public func end(_ collaboration: CollaborationIdentifier) async throws(SharingServerError) {
        _ = try await respond(to: .end(collaboration))
    }

    /// Returns a page of the collaborations that the account has access to, in the order of their bytes.
    public func list(
        after collaboration: CollaborationIdentifier? = nil
    ) async throws(SharingServerError) -> [CollaborationIdentifier] {
        guard case .list(let page) = try await respond(to: .list(after: collaboration)) else { throw .otherResponse }
        return page
    }

    private func respond(to request: SharingRequest) async throws(SharingServerError) -> SharingResponse {
        guard let (account, server) = await current else { throw .notSignedIn }
        let response = try await server.respond(to: request, as: account.name)
        // What an account may see is not shown to another one that has signed in meanwhile.
        if response != .done { guard await current?.0 == account else { throw .notSignedIn } }
        return response
    }

    private var current: (ServerAccount, any SharingServer)? {
        get async { await ask { $1.resume(returning: $0.current) } }
    }
}

// MARK: - Actions

extension SharingSession {
    /// Shares a document: the call returns at once, and the action is completed within the deadline.
    public func collaborationCoordinator(_: CollaborationCoordinator, handle action: StartCollaborationAction) {
        inbox.yield {
            $0.begin(action.uuid, .start(StartRequest(action))) { isDone, response in
                // A server may name a link that the system does not take.
                if isDone, let response, (try? action.fulfill(with: response)) != nil { return }
                action.fail()
            }
        }
    }

    /// Adds and removes people: the call returns at once, and the action is completed within the deadline.
    public func collaborationCoordinator(
        _: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        inbox.yield {
            let request = SharingRequest.apply(ParticipantsUpdate(action), to: action.collaborationIdentifier)
            $0.begin(action.uuid, request) { isDone, _ in if isDone { action.fulfill() } else { action.fail() } }
        }
    }
}

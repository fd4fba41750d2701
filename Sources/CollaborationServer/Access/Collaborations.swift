public import CollaborationCore

/// The server's half of all collaborations of a store: who has access to what, and what they may do.
///
/// A ``Collaboration`` is a name and the server; getting one costs nothing and asks nothing. Its methods are the life cycle in
/// its order. Their arguments are what an endpoint has at hand: the message of the body, and the account that the server has
/// authenticated, never one that the body names. Everything that can go wrong is a `CollaborationError`, with the status and
/// the body of the response:
///
///     let server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: offered)
///     let recipe = server["doc-42"]
///
///     // The sender's app asks for a link, then reports whom Messages added.
///     try await recipe.start(StartRequest(json: body), as: "alice")
///     let change = try await recipe.apply(ParticipantsUpdate(json: body), by: .account("alice"))
///     await sessions.close(change.lost)
///     // A recipient opens the link.
///     let challenge = try recipe.challenge(as: "bob")
///     try await recipe.admit(IdentityProofAnswer(json: body), as: "bob")
///     // At every request:
///     guard try await recipe.access(of: "bob").permits("write") else { … }
///
/// Without a ``Collaboration/start(_:as:)`` nobody has access. <doc:WhoHasAccess> says what each act does in each state.
///
/// All state is in the store. Make one value for each store and process: calls on one collaboration wait for each other
/// instead of conflicting. Two tenants with equal names of accounts or documents need a store each.
public final class Collaborations: Sendable {
    let store: any CollaborationStore
    let challenges: ChallengeAuthority
    let configuration: Configuration
    let writer: RecordWriter
    let offering: @Sendable (CollaborationIdentifier) -> Offer

    /// Makes the value that a server keeps for its whole life.
    ///
    /// - Parameters:
    ///   - store: Stores the collaborations.
    ///   - key: The key that challenges are issued under.
    ///   - offered: The options of every collaboration, as the app declares them.
    ///   - configuration: What differs from the defaults.
    public convenience init(
        store: some CollaborationStore,
        key: ChallengeKey,
        offering offered: CollaborationShareOptions,
        configuration: Configuration = Configuration()
    ) {
        let offer = Offer(offered)
        self.init(store: store, key: key, configuration: configuration) { _ in offer }
    }

    /// Makes the value that a server keeps for its whole life, where documents have different options.
    ///
    /// - Parameters:
    ///   - store: Stores the collaborations.
    ///   - key: The key that challenges are issued under.
    ///   - configuration: What differs from the defaults.
    ///   - offered: Returns the options of a collaboration, as the app declares them; asked at every call.
    public convenience init(
        store: some CollaborationStore,
        key: ChallengeKey,
        configuration: Configuration = Configuration(),
        offering offered: @escaping @Sendable (CollaborationIdentifier) -> CollaborationShareOptions
    ) {
        self.init(store: store, key: key, configuration: configuration) { Offer(offered($0)) }
    }

    private init(
        store: some CollaborationStore,
        key: ChallengeKey,
        configuration: Configuration,
        offer: @escaping @Sendable (CollaborationIdentifier) -> Offer
    ) {
        self.store = store
        writer = RecordWriter(store)
        challenges = ChallengeAuthority(key: key, configuration: configuration)
        self.configuration = configuration
        offering = offer
    }

    /// The collaboration with a name, whether it exists or not.
    public subscript(identifier: CollaborationIdentifier) -> Collaboration {
        Collaboration(identifier: identifier, server: self)
    }
}

/// What is offered, with the identifiers at hand.
struct Offer: Sendable {
    let options: CollaborationShareOptions
    let identifiers: Set<OptionIdentifier>

    init(_ options: CollaborationShareOptions) {
        self.options = options
        identifiers = Set(options.options.map(\.identifier))
    }

    /// The selection, if what is offered allows it.
    func selection(
        of identifiers: some Sequence<OptionIdentifier>
    ) throws(CollaborationError) -> Set<OptionIdentifier> {
        do throws(CollaborationOptionsError) {
            return Set(try options.selecting(only: identifiers).selectedOptionsIdentifiers)
        } catch {
            throw .options(error)
        }
    }
}

extension Collaborations {
    /// Starts the collaboration that a request names, if the account has access to it, and otherwise a new one, which the
    /// change names: where the app alone knows the document, and the path of the request has no collaboration.
    ///
    /// A repetition with the same idempotency key starts the same one again. So no app chooses the name of a new one, and
    /// nobody takes over what somebody else has started and ended.
    @discardableResult
    public func start(
        _ request: StartRequest,
        as owner: AccountIdentifier
    ) async throws(CollaborationError) -> Change {
        if let named = request.collaborationIdentifier {
            do { return try await self[named].start(request, as: owner, again: true) } catch .refused(.noAccess) {}
        }
        do {
            return try await self[request.collaboration(startedBy: owner)].start(request, as: owner)
        } catch .refused(.nameUsedUp) {
            return try await self[StartRequest().collaboration(startedBy: owner)].start(request, as: owner)
        }
    }

    /// Returns the collaborations that an account has access to, a page at a time, in the order of their bytes.
    ///
    /// The list is not a snapshot. The next page begins after the last collaboration of this one. Only the last page has
    /// fewer than the limit.
    ///
    /// - Throws: `CollaborationError.limit` unless the limit is positive.
    public func list(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier? = nil,
        limit: Int = .max
    ) async throws(CollaborationError) -> [CollaborationIdentifier] {
        try last?.check()
        try account.check()
        guard limit > 0 else { throw .limit(.pageNotPositive) }
        return try await page(of: account, after: last, limit: limit)
    }

    /// Takes an account out of all collaborations, so that the store no longer holds its name, removals included.
    ///
    /// It ends those that it owns. In the others its identities stay known: they are invitations by others, which another
    /// account of the person may answer. First refuse all requests of the account, so that it is not admitted anew
    /// meanwhile; erase last; and never give the name to somebody else, who would not be removed where this account was. The
    /// call is not atomic; it is safe to retry. A damaged record does not stop it, and is thrown at the end.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - record: Logs a change and closes sessions. It gets the change of each collaboration that named the account, as
    ///     soon as it is stored, so that an error in another collaboration loses none.
    nonisolated(nonsending) public func erase(
        _ account: AccountIdentifier,
        record: (Change) async -> Void
    ) async throws(CollaborationError) {
        try account.check()
        var damage: CollaborationError?
        // The account once more at the end: it may have got access where the record only named it before.
        for key in [account, account.traceKey, account] {
            var last: CollaborationIdentifier?
            while case let page = try await page(of: key, after: last, limit: 100), !page.isEmpty {
                for collaboration in page {
                    do throws(CollaborationError) {
                        let change = try await writer.change(collaboration, by: .server, erasing: account) {
                            $0.erase(account)
                        }
                        if !change.isEmpty { await record(change) }
                    } catch {
                        guard case .damagedRecord = error else { throw error }
                        damage = damage ?? error
                    }
                }
                last = page.last
            }
        }
        if let damage { throw damage }
    }

    private func page(
        of key: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws(CollaborationError) -> [CollaborationIdentifier] {
        do {
            return try await store.collaborations(of: key, after: last, limit: limit)
        } catch {
            throw error is CancellationError ? .canceled : .store(error)
        }
    }
}

extension StringIdentifier {
    /// Throws for an identifier that no message can carry, so that no store sees it.
    func check() throws(CollaborationError) {
        guard let rule = brokenRule else { return }
        let path = Self.self == AccountIdentifier.self ? "account" : "collaborationIdentifier"
        throw .malformed(MalformedMessage(rule, path: path))
    }
}

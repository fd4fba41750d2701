import CollaborationCore
import Foundation

// MARK: - Actions

extension SharingState {
    mutating func begin(_ id: UUID, _ request: SharingRequest) {
        // The system may deliver an action twice, also over launches.
        guard actions[id] == nil else { return }
        actions[id] = Action(request: request, deadline: now + limit)
        guard case .apply(let update, let collaboration) = request, request.isRemoval, removals[id] == nil else {
            return advance(id)
        }
        let removal = UndeliveredRemoval(
            id: id,
            collaboration: collaboration,
            identities: update.removedIdentities,
            date: now,
            account: owners[collaboration] ?? account
        )
        let isStored = removals.count < maximumRemovalCount && write(.removal(removal))
        removals[id] = Removal(file: removal, isStored: isStored)
        advance(id)
    }

    /// Goes on with an action that waits for nothing but an account.
    mutating func advance(_ id: UUID) {
        guard let action = actions[id], action.attemptCount == 0, !underWay.contains(id) else { return }
        // Where an identity is added and removed, the removal wins, and nobody would get in.
        let removed = action.request.update?.removedIdentities ?? []
        if !Set(action.added).isDisjoint(with: removed) { return end(id, isDone: false) }
        guard user != .restoring else { return }
        let owner = removals[id]?.file.account ?? action.collaboration.flatMap { owners[$0] }
        guard let account, owner ?? account == account else { return end(id, isDone: false) }
        guard removals[id] != nil else { return send(id, action, as: account) }
        if owner == nil { setAccount(account, of: id) }
        sendRemoval(id)
    }

    private mutating func send(_ id: UUID, _ action: Action, as account: ServerAccount) {
        actions[id]?.attemptCount += 1
        perform(.send(id, action.requestWithoutRemovals, account))
    }

    /// Completes an action, unless it is complete.
    ///
    /// An action that is not done fails, unless it only removes and its removal is stored. A removal that is not stored is
    /// dropped when its action fails: applied later, it would remove somebody whom Messages has kept.
    mutating func end(_ id: UUID, isDone: Bool) {
        guard let action = actions.removeValue(forKey: id) else { return }
        let removal = removals[id]
        let isKept = removal?.isStored == true && removal?.file.refusal == nil && action.added.isEmpty
        perform(isDone || isKept ? .fulfill(id) : .fail(id))
        // A write that failed may have left the file all the same.
        if !isDone, removal?.isStored == false { drop(id) }
    }
}

// MARK: - What the server answered

extension SharingState {
    mutating func answer(
        _ id: UUID,
        _ request: SharingRequest,
        as account: ServerAccount,
        _ result: Result<SharingResponse, SharingServerError>
    ) {
        if result == .failure(.notSignedIn), account == self.account { perform(.report(.signInNeeded)) }
        underWay.remove(id)
        let action = actions[id]
        switch (request, result) {
        case (.apply, .success) where request.isRemoval:
            drop(id)
            if let action, !action.added.isEmpty { send(id, action, as: account) } else { end(id, isDone: true) }

        // Meanwhile the app has said which account it is of, or another one has signed in, which is asked next.
        case (.access, _) where removals[id]?.file.account == account || account != self.account: break
        case (.access, .success(.access(let access?))) where access.isOwner: setAccount(account, of: id)
        // Asked for again at the next launch or sign-in; one of no known account is shown to whoever is signed in.
        case (.access, .success): removals[id]?.nextAttempt = nil

        case (.apply, .failure(let error)) where request.isRemoval, (.access, .failure(let error)):
            if request.isRemoval, [.refused, .malformed].contains(error) {
                removals[id]?.file.refusal = .init(status: error == .refused ? 403 : 400, date: now)
                store(id)
            } else {
                postpone(id, after: error)
            }
            end(id, isDone: false)

        case (.start, .success(.started(let response))) where action != nil:
            let collaboration = response.collaborationIdentifier
            owners[collaboration] = account
            let isStored = write(.owner(.init(account: account, collaboration: collaboration, date: now)))
            actions[id] = nil
            perform(isStored ? .fulfill(id, with: response) : .fail(id))
        case (.apply, .success): end(id, isDone: true)
        case (_, .failure(.noNetwork)):
            guard let action, action.attemptCount == 1 else { return end(id, isDone: false) }
            send(id, action, as: account)
        default: end(id, isDone: false)
        }
        // The system may have delivered the action again while its account was asked for.
        if case .access = request { advance(id) }
    }

    /// Waits longer after each failure, for at most a minute, or as long as the server says; but two seconds for each removal
    /// that waits, so that all are tried once before one is tried again, also where no answer comes for five seconds.
    private mutating func postpone(_ id: UUID, after error: SharingServerError) {
        let count = min((removals[id]?.failureCount ?? 0) + 1, 6)
        let waiting = removals.values.count { $0.file.refusal == nil }
        var delay = max(min(Double(1 << count), Self.longestDelay), 2 * Double(waiting))
        if case .later(let date?) = error {
            delay = max(delay, min(date.timeIntervalSince(now), Self.longestRetryAfter))
        }
        removals[id]?.failureCount = count
        removals[id]?.nextAttempt = now + delay
    }
}

// MARK: - Removals that wait

extension SharingState {
    /// The removals of the account that is signed in, and those of no known account, which no action waits for: all, or one.
    func visibleRemovals(_ id: UUID? = nil) -> Set<UndeliveredRemoval> {
        let ids = id.map { [$0] } ?? Array(removals.keys)
        let files = ids.compactMap { actions[$0] == nil ? removals[$0]?.file : nil }
        return Set(files.filter { $0.account ?? account == account })
    }

    /// Whether something is on its way.
    var isSending: Bool { !actions.isEmpty || !underWay.isEmpty }

    func mayDeliver(_ removal: Removal) -> Bool {
        let id = removal.file.id
        guard !underWay.contains(id), removal.file.refusal == nil, actions[id] == nil else { return false }
        return sender(for: removal.file) != nil
    }

    /// As whom something may be sent for a removal now: as its account, if that is signed in or is signing out, or else as
    /// the account that is signed in at that server, which may be the owner.
    private func sender(for removal: UndeliveredRemoval) -> ServerAccount? {
        guard let owner = removal.account else { return account }
        if [account, leaving?.account].contains(owner) { return owner }
        return account?.server == owner.server ? account : nil
    }

    func isDue(_ removal: Removal) -> Bool { mayDeliver(removal) && removal.nextAttempt.map { $0 <= now } ?? false }

    /// Sends what is due, each on its own, after the actions at hand.
    mutating func deliver() {
        guard actions.isEmpty else { return }
        for (id, removal) in removals {
            guard underWay.count < Self.maximumRequestCount else { return }
            if isDue(removal) { sendRemoval(id) }
        }
    }

    /// Sends a removal as its account, or asks whether the account that is signed in is the owner: also where another one
    /// has started the collaboration, since it may have been transferred.
    private mutating func sendRemoval(_ id: UUID) {
        guard let removal = removals[id]?.file, let sender = sender(for: removal) else { return }
        underWay.insert(id)
        let update = SharingRequest.apply(.init(removedIdentities: removal.identities), to: removal.collaboration)
        perform(.send(id, sender == removal.account ? update : .access(to: removal.collaboration), sender))
    }

    /// Makes due what waits, at a sign-in also what the account before did not own.
    mutating func makeDue(isSignIn: Bool = false) {
        for (id, removal) in removals where isSignIn || removal.nextAttempt != nil {
            removals[id]?.nextAttempt = .distantPast
        }
    }

    mutating func drop(_ id: UUID) {
        guard let removal = removals.removeValue(forKey: id) else { return }
        perform(.delete(StoredFile.removal(removal.file).name))
    }

    private mutating func setAccount(_ account: ServerAccount, of id: UUID) {
        removals[id]?.file.account = account
        store(id)
    }

    /// Writes what has changed of a removal that is on disk.
    private mutating func store(_ id: UUID) {
        if let removal = removals[id], removal.isStored { write(.removal(removal.file)) }
    }

    mutating func acknowledge(_ id: UUID) {
        guard let file = visibleRemovals(id).first, file.refusal != nil || file.account == nil else { return }
        drop(id)
    }

    mutating func tryAgain(_ id: UUID) {
        guard let account, let removal = visibleRemovals(id).first else { return }
        removals[id]?.file.refusal = nil
        removals[id]?.nextAttempt = .distantPast
        setAccount(removal.account ?? account, of: id)
    }
}

extension SharingState.Action {
    /// The collaboration, if it is not a new one.
    fileprivate var collaboration: CollaborationIdentifier? {
        switch request {
        case .start(let request): request.collaborationIdentifier
        case .apply(_, let collaboration): collaboration
        default: nil
        }
    }

    fileprivate var added: [Person.Identity] { request.update?.addedIdentities ?? [] }

    fileprivate var requestWithoutRemovals: SharingRequest {
        guard case .apply(_, let collaboration) = request else { return request }
        return .apply(ParticipantsUpdate(addedIdentities: added), to: collaboration)
    }
}

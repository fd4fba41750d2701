import CollaborationCore
import CollaborationModels
import Foundation

// MARK: - Who is signed in

extension SharingState {
    mutating func signIn(_ account: ServerAccount) {
        if let former = self.account, former != account { endOpenings(of: former) }
        let waiting = user == .restoring ? openings.indices : 0..<0
        user = .account(account)
        makeDue(isSignIn: true)
        for id in actions.keys { advance(id) }
        for index in waiting {
            openings[index].deadline = now + Self.openingTime
            perform(.open(openings[index].url, account, id: openings[index].id))
        }
        for var notice in notices where notice.account == nil {
            drop(notice)
            notice.account = account
            keep(notice)
        }
        postNotices(of: Set(notices.map(\.collaboration)))
        for link in links where link.account ?? account == account {
            drop(link)
            if isFresh(link.date, Self.linkLifetime) { run(link.url, for: nil) }
        }
    }

    mutating func noAccount() {
        guard user == .restoring else { return }
        user = .nobody
        for id in actions.keys { advance(id) }
        for opening in openings { endOpening(opening.id, .signIn) }
        for notice in notices where notice.account == nil { drop(notice) }
    }

    mutating func signOut(_ waiter: Waiter) {
        noAccount()
        guard let account else {
            if leaving == nil { perform(.signedOut(waiter, removals: 0)) }
            leaving?.waiters.append(waiter)
            return
        }
        if let leaving { endSignOut(leaving) }
        endOpenings(of: account)
        user = .nobody
        makeDue(isSignIn: false)
        leaving = Leaving(account: account, deadline: now + Self.signOutTime, waiters: [waiter])
    }

    mutating func endSignOut(_ leaving: Leaving) {
        let count = removals.values.count { $0.file.account == leaving.account && $0.file.refusal == nil }
        self.leaving = nil
        for waiter in leaving.waiters { perform(.signedOut(waiter, removals: count)) }
    }

    /// Deletes all that is kept of an account; an action whose removal goes with it fails.
    mutating func forget(_ account: ServerAccount) {
        for (collaboration, owner) in owners where owner == account {
            owners[collaboration] = nil
            let file = StoredFile.Owner(account: account, collaboration: collaboration, date: now)
            perform(.delete(StoredFile.owner(file).name))
        }
        for (id, removal) in removals where removal.file.account == account {
            drop(id)
            end(id, isDone: false)
        }
        dropLinkAndNotices(of: account)
    }

    private mutating func endOpenings(of account: ServerAccount) {
        for waiter in openings.flatMap(\.waiters).compactMap(\.self) {
            perform(.answer(waiter, .tryLater(.accountChanged)))
        }
        openings = []
        dropLinkAndNotices(of: account)
    }

    private mutating func dropLinkAndNotices(of account: ServerAccount) {
        for link in links where link.account == account { drop(link) }
        for notice in notices where notice.account == account { drop(notice) }
    }
}

// MARK: - Links

extension SharingState {
    mutating func open(_ url: URL, _ waiter: Waiter) {
        if user == .nobody {
            keep(url, for: nil)
            perform(.answer(waiter, .signIn))
        } else {
            run(url, for: waiter)
        }
    }

    /// Opens a link, or joins its opening.
    private mutating func run(_ url: URL, for waiter: Waiter?) {
        if let index = openings.firstIndex(where: { $0.url == url }) { return openings[index].waiters.append(waiter) }
        openingCount += 1
        let deadline = now + (account == nil ? limit : Self.openingTime)
        openings.append(RunningOpening(id: openingCount, url: url, deadline: deadline, waiters: [waiter]))
        if let account { perform(.open(url, account, id: openingCount)) }
    }

    /// Ends an opening, unless it has ended.
    mutating func endOpening(_ id: Int, _ opening: Opening) {
        guard let index = openings.firstIndex(where: { $0.id == id }) else { return }
        let running = openings.remove(at: index)
        if opening == .signIn {
            keep(running.url, for: account)
            if account != nil { perform(.report(.signInNeeded)) }
        }
        for waiter in running.waiters {
            perform(waiter.map { .answer($0, opening) } ?? .report(.opened(running.url, opening)))
        }
    }

    private mutating func keep(_ url: URL, for account: ServerAccount?) {
        for link in links where link.url == url || !isFresh(link.date, Self.linkLifetime) { drop(link) }
        let kept = StoredFile.Link(url: url, account: account, date: now)
        links.append(kept)
        write(.link(kept))
    }

    private mutating func drop(_ link: StoredFile.Link) {
        links.removeAll { $0 == link }
        perform(.delete(StoredFile.link(link).name))
    }

    /// Whether something was kept within a time; what has a later date was kept by a clock that was ahead.
    func isFresh(_ date: Date, _ lifetime: TimeInterval) -> Bool { abs(date.timeIntervalSince(now)) < lifetime }
}

// MARK: - Notices

extension SharingState {
    mutating func post(_ kind: HighlightEventKind, in collaboration: CollaborationIdentifier) {
        guard user != .nobody else { return }
        let notice = StoredFile.Notice(account: account, collaboration: collaboration, kind: kind, date: now)
        if account == nil {
            keep(notice)
        } else if isKept(notice) {
            postNotices(of: [collaboration])
        } else {
            postOrKeep(notice)
        }
    }

    private mutating func keep(_ notice: StoredFile.Notice) {
        guard !isKept(notice) else { return }
        notices.append(notice)
        write(.notice(notice))
    }

    func isKept(_ notice: StoredFile.Notice) -> Bool {
        notices.contains {
            $0.account == notice.account && $0.collaboration == notice.collaboration && $0.kind == notice.kind
        }
    }

    mutating func postNotices(of collaborations: Set<CollaborationIdentifier>) {
        guard let account else { return }
        for notice in notices where notice.account == account && collaborations.contains(notice.collaboration) {
            if isFresh(notice.date, Self.noticeLifetime) {
                postOrKeep(notice)
            } else {
                drop(notice)
            }
        }
    }

    private mutating func postOrKeep(_ notice: StoredFile.Notice) {
        if perform(.post(notice)) { notices.removeAll { $0 == notice } } else { keep(notice) }
    }

    private mutating func drop(_ notice: StoredFile.Notice) {
        notices.removeAll { $0 == notice }
        perform(.delete(StoredFile.notice(notice).name))
    }
}

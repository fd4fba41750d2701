import CollaborationCore
import CollaborationModels
import Foundation
import Testing

@testable import CollaborationClient

@Suite("Who is signed in")
struct AccountTests {
    @Test("Signing out sends what waits, and ends when the server has it")
    func signOut() {
        let id = UUID()
        var fixture = StateFixture(.account(alice), [.removal(storedRemoval(of: alice, id: id))])
        fixture.answerRemoval(id, .failure(.noNetwork))
        #expect(fixture.take { $0.signOut(1) }.contains(.send(id, .apply(removal, to: "doc-42"), alice)))
        #expect(fixture.answerRemoval(id, .success(.done)).contains(.signedOut(1, removals: 0)))
    }

    @Test("Signing out counts what of the account waits after three seconds, also for who signs out meanwhile")
    func signOutTwice() {
        let refused = storedRemoval(of: alice, refusal: .init(status: 403, date: StateFixture.start))
        let removals = [storedRemoval(of: alice), storedRemoval(of: eve), refused]
        var fixture = StateFixture(.account(alice), removals.map { .removal($0) })
        fixture.take { $0.signOut(1) }
        #expect(fixture.take { $0.signOut(2) }.isEmpty)
        #expect(fixture.state.nextDate == fixture.date + 3)
        fixture.date += 3
        #expect(fixture.take { $0.passTime() } == [.signedOut(1, removals: 1), .signedOut(2, removals: 1)])
    }

    @Test("When another account signs out, the sign-out before it ends with the number of its own account")
    func otherSignOut() {
        var fixture = StateFixture(.account(alice), [.removal(storedRemoval(of: alice))])
        fixture.take { $0.signOut(1) }
        fixture.take { $0.signIn(eve) }
        #expect(fixture.take { $0.signOut(2) } == [.signedOut(1, removals: 1)])
    }

    @Test("Signing out ends at once when nothing waits, and when nobody is signed in")
    func nothingWaits() {
        for user in [SharingState.User.restoring, .nobody, .account(alice)] {
            var fixture = StateFixture(user)
            #expect(fixture.take { $0.signOut(1) } == [.signedOut(1, removals: 0)])
            #expect(fixture.state.user == .nobody)
        }
    }

    @Test("Signing out drops the account's links and notices, and keeps its removals")
    func dropped() {
        var fixture = StateFixture(.account(alice), [.removal(storedRemoval(of: alice))])
        fixture.take { $0.post(.change(.edit), in: "doc-42") }
        fixture.take { $0.open(link, 1) }
        fixture.take { $0.endOpening(1, .signIn) }
        #expect(fixture.state.links.count == 1 && fixture.state.notices.count == 1)
        fixture.take { $0.signOut(2) }
        #expect(fixture.state.links.isEmpty && fixture.state.notices.isEmpty && fixture.state.removals.count == 1)
    }

    @Test("Saying that there is no account has no effect while somebody is signed in")
    func noAccount() {
        var fixture = StateFixture(.account(alice))
        #expect(fixture.take { $0.noAccount() }.isEmpty)
        #expect(fixture.state.user == .account(alice))
    }

    @Test("Forgetting an account deletes all its files and none of another's")
    func forget() {
        let files: [StoredFile] = [
            owner(alice), .removal(storedRemoval(of: alice)), .removal(storedRemoval(of: eve)),
            .link(.init(url: link, account: alice, date: StateFixture.start)),
            .notice(.init(account: alice, collaboration: "doc-42", kind: .change(.edit), date: StateFixture.start)),
        ]
        var fixture = StateFixture(.nobody, files)
        let deleted = fixture.take { $0.forget(alice) }
        #expect(Set(deleted) == Set([files[0], files[1], files[3], files[4]].map { .delete($0.name) }))
        #expect(fixture.state.removals.values.map(\.file.account) == [eve])
        fixture.take { $0.signIn(eve) }
        let id = UUID()
        fixture.take { $0.begin(id, .apply(removal, to: "doc-42")) }
        #expect(fixture.state.removals[id]?.file.account == eve)
    }
}

@Suite("Links, by who is signed in")
struct LinkTests {
    let access = Opening.open(AccessAnswer(isOwner: false, permittedOptions: ["read"]))

    @Test("While the session is restored a link waits, and asks for a sign-in at the deadline or without an account")
    func restoring() {
        var fixture = StateFixture(.restoring)
        #expect(fixture.take { $0.open(link, 1) }.isEmpty)
        var late = fixture
        #expect(fixture.take { $0.signIn(alice) } == [.open(link, alice, id: 1)])
        var nobody = late
        late.date += 8
        #expect(late.take { $0.passTime() }.contains(.answer(1, .signIn)))
        #expect(nobody.take { $0.noAccount() }.contains(.answer(1, .signIn)))
        #expect(late.state.links.map(\.url) == [link] && nobody.state.links.map(\.url) == [link])
    }

    @Test("When nobody is signed in links are kept for ten minutes, and whoever signs in gets what came of them")
    func nobody() {
        var fixture = StateFixture(.nobody)
        for link in [otherLink, link, link] {
            #expect(fixture.take { $0.open(link, 1) }.last == .answer(1, .signIn))
        }
        #expect(fixture.state.links.map(\.url) == [otherLink, link])
        let deleted = fixture.state.links.map { SharingState.Effect.delete(StoredFile.link($0).name) }
        for seconds in [600, -600] {
            var late = fixture
            late.date += TimeInterval(seconds)
            #expect(late.take { $0.signIn(alice) } == deleted)
        }
        let opened = [SharingState.Effect.open(otherLink, alice, id: 1), .open(link, alice, id: 2)]
        #expect(fixture.take { $0.signIn(alice) } == [deleted[0], opened[0], deleted[1], opened[1]])
        #expect(fixture.take { $0.endOpening(2, access) } == [.report(.opened(link, access))])
    }

    @Test("Files that are read after the sign-in have the same effect as files that are read before it")
    func lateFiles() {
        var fixture = StateFixture(.account(alice))
        let files = [
            StoredFile.link(.init(url: link, account: nil, date: fixture.date)), .notice(fixture.notice),
            .removal(storedRemoval(of: alice)),
        ]
        let effects = fixture.take { $0.load(files) }
        #expect(effects.contains(.open(link, alice, id: 1)) && effects.contains(.post(fixture.notice)))
        #expect(effects.count { $0.sender == alice } == 1)
    }

    @Test("A link that needs a new sign-in is kept for its account alone")
    func unauthorized() {
        var fixture = StateFixture(.account(alice))
        fixture.take { $0.open(link, 1) }
        let effects = fixture.take { $0.endOpening(1, .signIn) }
        #expect(effects.contains(.answer(1, .signIn)) && effects.contains(.report(.signInNeeded)))
        var other = fixture
        #expect(!other.take { $0.signIn(eve) }.contains(.open(link, eve, id: 2)))
        #expect(fixture.take { $0.signIn(alice) }.contains(.open(link, alice, id: 2)))
    }

    @Test("A link that is kept for one account is not opened by another, over launches")
    func otherAccount() {
        let file = StoredFile.link(.init(url: link, account: alice, date: StateFixture.start))
        var fixture = StateFixture(.restoring, [file])
        #expect(fixture.take { $0.signIn(eve) }.isEmpty)
        #expect(fixture.take { $0.signIn(alice) }.contains(.open(link, alice, id: 1)))
    }

    @Test("Two windows share one opening")
    func join() {
        var fixture = StateFixture(.account(alice))
        #expect(fixture.take { $0.open(link, 1) } == [.open(link, alice, id: 1)])
        #expect(fixture.take { $0.open(link, 2) }.isEmpty)
        #expect(fixture.take { $0.endOpening(1, access) } == [.answer(1, access), .answer(2, access)])
    }

    @Test("An opening ends after 30 seconds; the next one neither waits for it nor ends with its late answer")
    func noAnswer() {
        var fixture = StateFixture(.restoring)
        fixture.take { $0.open(link, 1) }
        fixture.take { $0.signIn(alice) }
        fixture.take { $0.open(otherLink, 2) }
        fixture.date += 29
        #expect(fixture.take { $0.passTime() }.isEmpty)
        fixture.date += 1
        #expect(fixture.take { $0.passTime() } == [.answer(1, .tryLater(.failed)), .answer(2, .tryLater(.failed))])
        #expect(fixture.take { $0.open(link, 3) } == [.open(link, alice, id: 3)])
        #expect(fixture.take { $0.endOpening(1, access) }.isEmpty)
    }

    @Test("When another account signs in, an opening ends, and its result is shown to nobody")
    func accountChanged() {
        var fixture = StateFixture(.account(alice))
        fixture.take { $0.open(link, 1) }
        #expect(fixture.take { $0.signIn(eve) } == [.answer(1, .tryLater(.accountChanged))])
        #expect(fixture.take { $0.endOpening(1, access) }.isEmpty)
        #expect(fixture.take { $0.open(link, 2) } == [.open(link, eve, id: 2)])
        #expect(fixture.take { $0.endOpening(1, access) }.isEmpty)
    }
}

@Suite("Notices")
struct WaitingNoticeTests {
    @Test("One notice of each kind waits, and is posted once when Messages knows the link")
    func once() {
        var fixture = StateFixture(.account(alice))
        for _ in 1...3 { fixture.take { $0.post(.change(.edit), in: "doc-42") } }
        fixture.take { $0.post(.change(.comment), in: "doc-42") }
        #expect(fixture.learn(of: ["doc-43"]).isEmpty)
        let posted = fixture.learn(of: ["doc-42"])
        #expect(posted.count == 2)
        #expect(fixture.learn(of: ["doc-42"]).isEmpty)
    }

    @Test("A notice that was made while the session was restored is of the account that signs in, or is dropped")
    func restoring() {
        var fixture = StateFixture(.restoring)
        fixture.take { $0.post(.change(.edit), in: "doc-42") }
        var nobody = fixture
        nobody.take { $0.noAccount() }
        #expect(nobody.state.notices.isEmpty)
        fixture.take { $0.signIn(alice) }
        #expect(fixture.state.notices.map(\.account) == [alice])
    }

    @Test("A notice is written only if Messages does not know the link")
    func written() {
        var fixture = StateFixture(.account(alice))
        let notice = fixture.notice
        #expect(fixture.take(knowsLinks: true) { $0.post(notice.kind, in: "doc-42") } == [.post(notice)])
        #expect(fixture.take { $0.post(notice.kind, in: "doc-42") } == [.post(notice), .write(.notice(notice))])
    }

    @Test("A notice is dropped when nobody is signed in, and after a week")
    func dropped() {
        var fixture = StateFixture(.nobody)
        #expect(fixture.take { $0.post(.change(.edit), in: "doc-42") }.isEmpty)
        fixture.take { $0.signIn(alice) }
        fixture.take { $0.post(.change(.edit), in: "doc-42") }
        let files = fixture.state.notices.map { StoredFile.notice($0) }
        fixture.date += 7 * 86_400 - 1
        var earlier = fixture
        #expect(earlier.learn(of: ["doc-42"]) == fixture.state.notices.map { .post($0) })
        fixture.date += 1
        #expect(fixture.learn(of: ["doc-42"]) == files.map { .delete($0.name) })
        // One with a later date was made by a clock that was ahead.
        for sign in [1.0, -1] {
            var next = StateFixture(.restoring)
            next.date += sign * 7 * 86_400
            #expect(next.take { $0.load(files) } == files.map { .delete($0.name) })
        }
    }
}

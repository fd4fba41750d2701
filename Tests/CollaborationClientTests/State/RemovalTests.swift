import CollaborationCore
import Foundation
import Testing

@testable import CollaborationClient

@Suite("Removals, by who is signed in")
struct RemovalTests {
    let id = UUID()
    var sent: SharingState.Effect { .send(id, .apply(removal, to: "doc-42"), alice) }

    @Test("A removal is written before anything is sent, and with the account of its collaboration")
    func writtenFirst() {
        for user in [SharingState.User.restoring, .nobody, .account(alice), .account(eve)] {
            var fixture = StateFixture(user, [owner(alice)])
            let effects = fixture.update(id, removal)
            #expect(effects.first == .write(.removal(storedRemoval(of: alice, id: id))))
        }
    }

    @Test("A removal in a collaboration that was not started here is of the account that is signed in, if one is")
    func withoutRecord() {
        for (user, account) in [(.restoring, nil), (.nobody, nil), (.account(eve), eve)]
            as [(SharingState.User, ServerAccount?)]
        {
            var fixture = StateFixture(user)
            #expect(fixture.update(id, removal).first?.writtenRemoval?.account == account)
        }
    }

    @Test(
        "While the session is restored a removal waits for whoever signs in, and at the deadline is fulfilled if it is stored"
    )
    func restoring() {
        for isDiskFull in [false, true] {
            var fixture = StateFixture(.restoring)
            let effects = fixture.update(id, removal, isDiskFull: isDiskFull)
            #expect(effects.dropFirst() == (isDiskFull ? [.report(.storageUnavailable)] : []))
            #expect(fixture.state.nextDate == fixture.date + 8)
            var signedIn = fixture
            #expect(signedIn.take { $0.signIn(alice) }.contains(sent))
            fixture.date += 8
            #expect(fixture.take { $0.passTime() }.contains(isDiskFull ? .fail(id) : .fulfill(id)))
            #expect(fixture.state.removals.isEmpty == isDiskFull)
        }
    }

    @Test("When nobody is signed in a removal that is stored is fulfilled at once and stays, and another one fails")
    func nobody() {
        for isDiskFull in [false, true] {
            var fixture = StateFixture(.nobody)
            let effects = fixture.update(id, removal, isDiskFull: isDiskFull)
            #expect(effects.contains(isDiskFull ? .fail(id) : .fulfill(id)))
            #expect(fixture.state.removals.isEmpty == isDiskFull)
        }
    }

    @Test("A removal of the account that is signed in is sent, and deleted when the server has it")
    func ownAccount() {
        var fixture = StateFixture(.account(alice))
        #expect(fixture.update(id, removal).last == sent)
        let effects = fixture.answerRemoval(id, .success(.done))
        #expect(effects == [.delete("removal/\(id)"), .fulfill(id)])
        #expect(fixture.state.removals.isEmpty)
    }

    @Test("A removal in another account's collaboration is fulfilled, and hidden and kept until that account signs in")
    func otherAccount() {
        var fixture = StateFixture(.account(eve), [owner(alice)])
        let question = SharingRequest.access(to: "doc-42")
        let effects = fixture.update(id, removal)
        #expect(effects.contains(.fulfill(id)))
        #expect(effects.filter { $0.sender != nil } == [.send(id, question, eve)])
        #expect(fixture.take { $0.answer(id, question, as: eve, .success(.access(nil))) }.isEmpty)
        #expect(fixture.state.visibleRemovals().isEmpty && fixture.state.nextDate == nil)
        #expect(fixture.take { $0.signIn(alice) }.contains(sent))
    }

    @Test("A removal in a collaboration that was transferred to the account that is signed in is sent as that account")
    func transferred() {
        var fixture = StateFixture(.account(eve), [owner(alice)])
        fixture.update(id, removal)
        let access = AccessAnswer(isOwner: true, permittedOptions: [])
        let effects = fixture.take { $0.answer(id, .access(to: "doc-42"), as: eve, .success(.access(access))) }
        #expect(effects.contains(.send(id, .apply(removal, to: "doc-42"), eve)))
    }

    @Test("Whether a removal is of the account that is signed in is asked once, however often the app becomes active")
    func askedOnce() {
        for owner in [alice, nil] {
            var fixture = StateFixture(.account(eve), [.removal(storedRemoval(of: owner, id: id))])
            fixture.take { $0.answer(id, .access(to: "doc-42"), as: eve, .success(.access(nil))) }
            #expect(fixture.take { $0.makeDue() }.isEmpty)
            #expect(fixture.take { $0.signIn(eve) }.contains { $0.sender == eve })
        }
    }

    @Test("When the owner signs in while another account is asked for, the removal is sent, whatever the answer is")
    func signInDuringQuestion() {
        for account in [alice, nil] {
            var fixture = StateFixture(.account(eve), [.removal(storedRemoval(of: account, id: id))])
            fixture.take { $0.signIn(alice) }
            let effects = fixture.take { $0.answer(id, .access(to: "doc-42"), as: eve, .success(.access(nil))) }
            #expect(effects.last?.sender == alice)
        }
    }

    @Test("An action that the system delivers again while its account is asked for goes on with the answer")
    func deliveredAgainDuringQuestion() {
        let question = SharingRequest.access(to: "doc-42")
        let isOwner = AccessAnswer(isOwner: true, permittedOptions: [])
        for (account, user, access) in [(nil, eve, isOwner), (nil, eve, nil), (alice, eve, isOwner), (nil, alice, nil)]
            as [(ServerAccount?, ServerAccount, AccessAnswer?)]
        {
            var fixture = StateFixture(.account(eve), [.removal(storedRemoval(of: account, id: id))])
            fixture.update(id, mixed)
            fixture.take { $0.signIn(user) }
            let effects = fixture.take { $0.answer(id, question, as: eve, .success(.access(access))) }
            #expect(effects.last == .send(id, .apply(removal, to: "doc-42"), user))
        }
    }

    @Test("The same name at another server is another account")
    func otherServer() {
        let staging = ServerAccount(server: "staging", name: "alice")
        var fixture = StateFixture(.account(staging), [owner(alice)])
        #expect(fixture.update(id, removal).allSatisfy { $0.sender == nil })
    }

    @Test("A removal that the server refuses fails its action and is given up on disk")
    func refused() {
        for (error, status) in [(SharingServerError.refused, 403), (.malformed, 400)] {
            var fixture = StateFixture(.account(alice))
            fixture.update(id, removal)
            let effects = fixture.answerRemoval(id, .failure(error))
            #expect(effects.contains(.fail(id)) && effects.contains(.report(.removalsChanged)))
            #expect(effects.compactMap(\.writtenRemoval).last?.refusal?.status == status)
            #expect(fixture.take { $0.makeDue() }.isEmpty)
            #expect(fixture.state.visibleRemovals().map(\.id) == [id])
        }
    }

    @Test("A removal that cannot be delivered fulfills its action, stays, and is sent again later each time")
    func undelivered() {
        for error in [SharingServerError.noNetwork, .later(nil), .unexpected(status: 500), .notSignedIn] {
            var fixture = StateFixture(.account(alice))
            fixture.update(id, removal)
            #expect(fixture.answerRemoval(id, .failure(error)).contains(.fulfill(id)))
            for delay in [2.0, 4, 8, 16, 32, 60, 60] {
                #expect(fixture.state.nextDate == fixture.date + delay)
                #expect(fixture.take { $0.passTime() }.isEmpty)
                fixture.date += delay
                #expect(fixture.take { $0.passTime() } == [sent])
                fixture.answerRemoval(id, .failure(error))
            }
        }
    }

    @Test("A server that says until when it is busy is left alone until then, for at most an hour")
    func retryAfter() {
        for (seconds, delay) in [(0.0, 2.0), (300, 300), (86_400, 3_600)] {
            var fixture = StateFixture(.account(alice))
            fixture.update(id, removal)
            fixture.answerRemoval(id, .failure(.later(fixture.date + seconds)))
            #expect(fixture.state.nextDate == fixture.date + delay)
        }
    }

    @Test("A removal that the system delivers again after a launch is one, and stays stored on a full disk")
    func deliveredAgain() {
        let refusal = UndeliveredRemoval.Refusal(status: 403, date: StateFixture.start)
        for refusal in [nil, refusal] {
            let file = StoredFile.removal(storedRemoval(of: alice, id: id, refusal: refusal))
            var fixture = StateFixture(.restoring, [file])
            fixture.update(id, removal, isDiskFull: true)
            #expect(fixture.take { $0.signIn(alice) }.filter { $0 == sent }.count == 1)
            #expect(fixture.answerRemoval(id, .failure(.noNetwork)).contains(refusal == nil ? .fulfill(id) : .fail(id)))
            #expect(fixture.state.removals.count == 1)
        }
    }

    @Test("A token that is not accepted keeps the removal and asks for a sign-in, unless another account has signed in")
    func notSignedIn() {
        var fixture = StateFixture(.account(alice))
        fixture.update(id, removal)
        var other = fixture
        other.take { $0.signIn(eve) }
        #expect(!other.answerRemoval(id, .failure(.notSignedIn)).contains(.report(.signInNeeded)))
        #expect(fixture.answerRemoval(id, .failure(.notSignedIn)).contains(.report(.signInNeeded)))
        #expect(fixture.state.removals[id]?.file.refusal == nil)
        #expect(fixture.take { $0.signIn(alice) }.contains(sent))
    }

    @Test("A refusal after the sign-out counts for the account that the removal was sent as")
    func lateRefusal() {
        var fixture = StateFixture(.account(alice))
        fixture.update(id, removal)
        fixture.take { $0.signOut(1) }
        fixture.answerRemoval(id, .failure(.refused))
        #expect(fixture.state.removals[id]?.file.refusal?.status == 403)
        #expect(fixture.state.visibleRemovals().isEmpty)
        fixture.take { $0.signIn(alice) }
        #expect(fixture.state.visibleRemovals().count == 1)
    }
}

@Suite("Removals that cannot be written")
struct UnwrittenRemovalTests {
    let id = UUID()

    @Test("A removal that cannot be written is sent, and only the server's success fulfills it")
    func account() {
        for (result, effect) in [(.success(.done), .fulfill(id)), (.failure(.noNetwork), .fail(id))]
            as [(Result<SharingResponse, SharingServerError>, SharingState.Effect)]
        {
            var fixture = StateFixture(.account(alice))
            fixture.update(id, removal, isDiskFull: true)
            let effects = fixture.answerRemoval(id, result)
            // A write that failed may have left the file all the same, which the next launch would send.
            #expect(effects.contains(effect) && effects.contains(.delete("removal/\(id)")))
            #expect(fixture.state.removals.isEmpty)
        }
    }

    @Test("When too many removals wait, none is dropped, and a further one is sent without being written")
    func full() {
        var fixture = StateFixture(.account(alice), [.removal(storedRemoval(of: eve))])
        #expect(fixture.state.maximumRemovalCount == 10_000)
        fixture.state.maximumRemovalCount = 1
        let effects = fixture.update(id, removal)
        #expect(effects.allSatisfy { $0.writtenRemoval == nil } && effects.contains { $0.sender == alice })
        #expect(fixture.answerRemoval(id, .success(.done)).contains(.fulfill(id)))
        #expect(fixture.state.removals.count == 1)
    }
}

@Suite("Removals that wait")
struct WaitingRemovalTests {
    @Test("Removals that wait are sent each on its own, four at a time, and none waits for one that fails")
    func independent() {
        let ids = (0..<6).map { _ in UUID() }
        let files = ids.map { StoredFile.removal(storedRemoval(of: alice, id: $0)) }
        var fixture = StateFixture(.restoring, files)
        let first = fixture.take { $0.signIn(alice) }.filter { $0.sender != nil }
        #expect(first.count == 4)
        for case .send(let id, let request, let account) in first {
            #expect(
                fixture.take { $0.answer(id, request, as: account, .failure(.later(nil))) }.count { $0.sender != nil }
                    <= 1
            )
        }
        #expect(fixture.state.underWay.count == 2)
    }

    @Test("All removals are tried before one is tried again, however many wait, and if no answer comes")
    func paced() {
        let files = (0..<100).map { _ in StoredFile.removal(storedRemoval(of: alice)) }
        var fixture = StateFixture(.restoring, files)
        var (effects, count) = (fixture.take { $0.signIn(alice) }, 0)
        while fixture.state.isSending, count <= 100 {
            fixture.date += 5
            let sent = effects
            effects = []
            for case .send(let id, let request, let account) in sent {
                count += 1
                effects += fixture.take { $0.answer(id, request, as: account, .failure(.noNetwork)) }
            }
        }
        #expect(count == 100)
    }

    @Test("Removals that were refused do not make another one wait longer")
    func refusedBefore() {
        let id = UUID()
        let refusal = UndeliveredRemoval.Refusal(status: 403, date: StateFixture.start)
        let refused = (0..<100).map { _ in StoredFile.removal(storedRemoval(of: alice, refusal: refusal)) }
        var fixture = StateFixture(.restoring, refused + [.removal(storedRemoval(of: alice, id: id))])
        _ = fixture.take { $0.signIn(alice) }
        _ = fixture.answerRemoval(id, .failure(.noNetwork))
        #expect(fixture.state.nextDate == fixture.date + 2)
    }

    @Test("Removals from before are sent after the action at hand")
    func afterActions() {
        let waiting = UUID()
        let start = StartRequest(idempotencyKey: UUID())
        var fixture = StateFixture(.restoring, [.removal(storedRemoval(of: alice, id: waiting))])
        fixture.take { $0.begin(UUID(), .start(start)) }
        let calls = fixture.take { $0.signIn(alice) }.filter { $0.sender != nil }
        #expect(calls.count == 1)
        guard case .send(let id, let request, _) = calls.first else { return }
        #expect(fixture.take { $0.answer(id, request, as: alice, .failure(.refused)) }.contains { $0.sender == alice })
    }

    @Test("A removal of no known account is sent when the server says that the account that is signed in is the owner")
    func unknownAccount() {
        let id = UUID()
        let file = storedRemoval(of: nil, id: id)
        var fixture = StateFixture(.restoring, [.removal(file)])
        let question = SharingRequest.access(to: "doc-42")
        #expect(fixture.take { $0.signIn(eve) }.contains(.send(id, question, eve)))
        for access in [nil, AccessAnswer(isOwner: false, permittedOptions: [])] {
            #expect(fixture.take { $0.answer(id, question, as: eve, .success(.access(access))) }.isEmpty)
            #expect(fixture.state.nextDate == nil)
        }
        #expect(fixture.state.visibleRemovals().map(\.isAccountKnown) == [false])
        #expect(fixture.take { $0.signIn(alice) }.contains(.send(id, question, alice)))
        let isOwner = AccessAnswer(isOwner: true, permittedOptions: [])
        let effects = fixture.take { $0.answer(id, question, as: alice, .success(.access(isOwner))) }
        #expect(effects.first?.writtenRemoval?.account == alice)
        #expect(effects.contains(.send(id, .apply(removal, to: "doc-42"), alice)))
    }

    @Test("A refused removal is sent again when the app asks for it, and it alone is deleted by an acknowledgment")
    func refused() {
        let id = UUID()
        let refusal = UndeliveredRemoval.Refusal(status: 403, date: StateFixture.start)
        let file = StoredFile.removal(storedRemoval(of: alice, id: id, refusal: refusal))
        var fixture = StateFixture(.account(alice), [file])
        let effects = fixture.take { $0.tryAgain(id) }
        #expect(effects.first == .write(.removal(storedRemoval(of: alice, id: id))))
        #expect(effects.contains(.send(id, .apply(removal, to: "doc-42"), alice)))
        fixture = StateFixture(.account(alice), [file])
        #expect(fixture.take { $0.acknowledge(id) } == [.delete("removal/\(id)"), .report(.removalsChanged)])
        fixture = StateFixture(.account(alice), [.removal(storedRemoval(of: alice, id: id))])
        #expect(fixture.take { $0.acknowledge(id) }.isEmpty)
    }
}

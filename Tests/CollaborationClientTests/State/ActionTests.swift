import CollaborationCore
import Foundation
import Testing

@testable import CollaborationClient

@Suite("Additions and starts, by who is signed in")
struct ActionTests {
    let id = UUID()
    let add = SharingRequest.apply(addition, to: "doc-42")
    let start = SharingRequest.start(StartRequest(localIdentifier: "recipe-7", idempotencyKey: UUID()))
    let response = StartResponse(collaborationIdentifier: "doc-42", url: link)

    @Test("Additions and starts wait while the session is restored, for whoever signs in, until the deadline")
    func restoring() {
        for request in [add, start] {
            var fixture = StateFixture(.restoring)
            #expect(fixture.take { $0.begin(id, request) }.isEmpty)
            var late = fixture
            #expect(fixture.take { $0.signIn(alice) } == [.send(id, request, alice)])
            late.date += 8
            #expect(late.take { $0.passTime() } == [.fail(id)])
        }
    }

    @Test("Additions and starts fail when nobody is signed in")
    func nobody() {
        var fixture = StateFixture(.restoring)
        fixture.take { $0.begin(id, start) }
        #expect(fixture.take { $0.noAccount() } == [.fail(id)])
        #expect(fixture.update(id, addition) == [.fail(id)])
        #expect(fixture.take { $0.begin(id, start) } == [.fail(id)])
    }

    @Test("Additions and starts in a collaboration of another account fail, and nothing is sent")
    func otherAccount() {
        let again = StartRequest(collaborationIdentifier: "doc-42")
        for request in [add, .start(again)] {
            var fixture = StateFixture(.account(eve), [owner(alice)])
            #expect(fixture.take { $0.begin(id, request) } == [.fail(id)])
        }
    }

    @Test("A start is fulfilled after it is on disk whose collaboration it is, and fails if it cannot be written")
    func started() {
        for isDiskFull in [false, true] {
            var fixture = StateFixture(.account(alice))
            fixture.take { $0.begin(id, start) }
            let effects = fixture.take(isDiskFull: isDiskFull) {
                $0.answer(id, start, as: alice, .success(.started(response)))
            }
            #expect(effects.first == .write(owner(alice)))
            #expect(effects.last == (isDiskFull ? .fail(id) : .fulfill(id, with: response)))
            fixture.take { $0.signIn(eve) }
            #expect(fixture.update(UUID(), removal).compactMap(\.writtenRemoval?.account) == [alice])
        }
    }

    @Test("An addition or a start that the system delivers again while it is under way is sent once")
    func deliveredTwice() {
        for request in [add, start] {
            var fixture = StateFixture(.account(alice))
            #expect(fixture.take { $0.begin(id, request) }.compactMap(\.sender) == [alice])
            #expect(fixture.take { $0.begin(id, request) }.isEmpty)
        }
    }

    @Test("An addition or a start whose answer was lost is sent once more, and then fails")
    func lostAnswer() {
        for request in [add, start] {
            var fixture = StateFixture(.account(alice))
            fixture.take { $0.begin(id, request) }
            #expect(
                fixture.take { $0.answer(id, request, as: alice, .failure(.noNetwork)) } == [.send(id, request, alice)]
            )
            #expect(fixture.take { $0.answer(id, request, as: alice, .failure(.noNetwork)) } == [.fail(id)])
        }
    }

    @Test("An addition fails at once for every failure but a lost answer")
    func failures() {
        for error in [SharingServerError.refused, .malformed, .later(nil), .unexpected(status: 500), .notSignedIn] {
            var fixture = StateFixture(.account(alice))
            fixture.update(id, addition)
            #expect(fixture.take { $0.answer(id, add, as: alice, .failure(error)) }.contains(.fail(id)))
        }
    }

    @Test("A start fails at the deadline, and a later answer completes nothing")
    func deadline() {
        var fixture = StateFixture(.account(alice))
        fixture.take { $0.begin(id, start) }
        fixture.date += 8
        #expect(fixture.take { $0.passTime() } == [.fail(id)])
        #expect(fixture.take { $0.answer(id, start, as: alice, .success(.started(response))) }.isEmpty)
    }
}

@Suite("Updates that add and remove")
struct MixedUpdateTests {
    let id = UUID()
    let add = SharingRequest.apply(addition, to: "doc-42")
    let remove = SharingRequest.apply(removal, to: "doc-42")

    @Test("A mixed update is sent as its removals, then its additions, and fulfilled only when the server has both")
    func both() {
        var fixture = StateFixture(.account(alice))
        #expect(fixture.update(id, mixed).last == .send(id, remove, alice))
        #expect(fixture.take { $0.answer(id, remove, as: alice, .success(.done)) }.last == .send(id, add, alice))
        var refused = fixture
        #expect(refused.take { $0.answer(id, add, as: alice, .failure(.refused)) } == [.fail(id)])
        #expect(fixture.take { $0.answer(id, add, as: alice, .success(.done)) } == [.fulfill(id)])
    }

    @Test("A mixed update whose removals are not delivered fails, and the removals wait")
    func removalsFail() {
        for user in [SharingState.User.nobody, .account(eve)] {
            var fixture = StateFixture(user, [owner(alice)])
            #expect(fixture.update(id, mixed).contains(.fail(id)))
            #expect(fixture.state.removals.count == 1)
        }
        var fixture = StateFixture(.account(alice))
        fixture.update(id, mixed)
        #expect(fixture.answerRemoval(id, .failure(.noNetwork)).contains(.fail(id)))
        #expect(fixture.state.removals.count == 1)
    }

    @Test("An update that adds and removes one identity fails, and the identity is removed")
    func contradiction() {
        let update = ParticipantsUpdate(addedIdentities: [bob], removedIdentities: [bob])
        for user in [SharingState.User.restoring, .nobody, .account(alice)] {
            var fixture = StateFixture(user)
            let effects = fixture.update(id, update)
            #expect(effects.first?.writtenRemoval != nil && effects.contains(.fail(id)))
            #expect(
                fixture.take { $0.signIn(alice) }.contains { $0.sender == alice }
                    || effects.contains { $0.sender == alice }
            )
        }
    }
}

import CollaborationCore
import Foundation
import Testing

@testable import CollaborationClient

@Suite("Additions and starts, by who is signed in")
struct ActionTests {
    let id = UUID()
    let request = StartRequest(localIdentifier: "recipe-7", idempotencyKey: UUID())
    var response: StartResponse { StartResponse(collaborationIdentifier: "doc-42", url: link) }
    var add: SharingState.Call { .add(id, "doc-42", [carol]) }
    var start: SharingState.Call { .start(id, request) }

    @Test("While the session is restored they wait, go on as whoever signs in, and fail at the deadline")
    func restoring() {
        for (event, call) in [(.update(id, "doc-42", addition), add), (.start(id, request), start)]
            as [(SharingState.Event, SharingState.Call)]
        {
            var fixture = StateFixture(.restoring)
            #expect(fixture.take(event).isEmpty)
            var late = fixture
            #expect(fixture.take(.signIn(alice)) == [.send(call, alice)])
            late.date += 8
            #expect(late.take(.tick) == [.fail(id)])
        }
    }

    @Test("When nobody is signed in they fail")
    func nobody() {
        var fixture = StateFixture(.restoring)
        fixture.take(.start(id, request))
        #expect(fixture.take(.noAccount) == [.fail(id)])
        #expect(fixture.take(.update(id, "doc-42", addition)) == [.fail(id)])
        #expect(fixture.take(.start(id, request)) == [.fail(id)])
    }

    @Test("In a collaboration of another account they fail, and nothing is sent")
    func otherAccount() {
        let again = StartRequest(collaborationIdentifier: "doc-42")
        for event in [.update(id, "doc-42", addition), .start(id, again)] as [SharingState.Event] {
            var fixture = StateFixture(.account(eve), [owner(alice)])
            #expect(fixture.take(event) == [.fail(id)])
        }
    }

    @Test("An addition is fulfilled when the server has it")
    func added() {
        var fixture = StateFixture(.account(alice), [owner(alice)])
        #expect(fixture.take(.update(id, "doc-42", addition)) == [.send(add, alice)])
        #expect(fixture.take(.answered(add, alice, .success(.done))) == [.fulfill(id)])
    }

    @Test("A start is fulfilled after it is on disk whose collaboration it is, and fails if it cannot be written")
    func started() {
        for isDiskFull in [false, true] {
            var fixture = StateFixture(.account(alice))
            fixture.take(.start(id, request))
            let effects = fixture.take(.answered(start, alice, .success(.started(response))), isDiskFull: isDiskFull)
            #expect(effects.first == .write(owner(alice)))
            #expect(effects.last == (isDiskFull ? .fail(id) : .fulfillStart(id, response)))
        }
    }

    @Test("One whose answer was lost is sent once more, and then fails")
    func lostAnswer() {
        for (event, call) in [(.update(id, "doc-42", addition), add), (.start(id, request), start)]
            as [(SharingState.Event, SharingState.Call)]
        {
            var fixture = StateFixture(.account(alice))
            fixture.take(event)
            #expect(fixture.take(.answered(call, alice, .failure(.noNetwork))) == [.send(call, alice)])
            #expect(fixture.take(.answered(call, alice, .failure(.noNetwork))) == [.fail(id)])
        }
    }

    @Test("Every other failure fails them at once")
    func failures() {
        for error in [SharingServerError.refused, .malformed, .later(nil), .unexpected(status: 500), .notSignedIn] {
            var fixture = StateFixture(.account(alice))
            fixture.take(.update(id, "doc-42", addition))
            #expect(fixture.take(.answered(add, alice, .failure(error))).contains(.fail(id)))
        }
    }

    @Test("They fail at the deadline, and a later answer completes nothing")
    func deadline() {
        var fixture = StateFixture(.account(alice))
        fixture.take(.start(id, request))
        fixture.date += 8
        #expect(fixture.take(.tick) == [.fail(id)])
        #expect(fixture.take(.answered(start, alice, .success(.started(response)))).isEmpty)
    }
}

@Suite("Updates that add and remove")
struct MixedUpdateTests {
    let id = UUID()
    var add: SharingState.Call { .add(id, "doc-42", [carol]) }
    var remove: SharingState.Call { .remove(id, "doc-42", [bob]) }

    @Test("The removals are sent alone, then the additions, and the action is fulfilled when the server has both")
    func both() {
        var fixture = StateFixture(.account(alice))
        #expect(fixture.take(.update(id, "doc-42", mixed)).last == .send(remove, alice))
        #expect(fixture.take(.answered(remove, alice, .success(.done))).last == .send(add, alice))
        #expect(fixture.take(.answered(add, alice, .success(.done))) == [.fulfill(id)])
    }

    @Test("If the additions are not delivered the action fails, and what was removed stays removed")
    func additionsFail() {
        var fixture = StateFixture(.account(alice))
        fixture.take(.update(id, "doc-42", mixed))
        fixture.take(.answered(remove, alice, .success(.done)))
        #expect(fixture.take(.answered(add, alice, .failure(.refused))) == [.fail(id)])
    }

    @Test("If the removals are not delivered the action fails, and they wait")
    func removalsFail() {
        for user in [SharingState.User.nobody, .account(eve)] {
            var fixture = StateFixture(user, [owner(alice)])
            #expect(fixture.take(.update(id, "doc-42", mixed)).contains(.fail(id)))
            #expect(fixture.state.removals.count == 1)
        }
        var fixture = StateFixture(.account(alice))
        fixture.take(.update(id, "doc-42", mixed))
        #expect(fixture.answerRemoval(id, .failure(.noNetwork)).contains(.fail(id)))
        #expect(fixture.state.removals.count == 1)
    }

    @Test("An update that adds and removes one identity fails, and the identity is removed")
    func contradiction() {
        let update = ParticipantsUpdate(addedIdentities: [bob], removedIdentities: [bob])
        for user in [SharingState.User.restoring, .nobody, .account(alice)] {
            var fixture = StateFixture(user)
            let effects = fixture.take(.update(id, "doc-42", update))
            #expect(effects.first?.writtenRemoval != nil && effects.contains(.fail(id)))
            #expect(
                fixture.take(.signIn(alice)).contains { $0.sender == alice } || effects.contains { $0.sender == alice }
            )
        }
    }
}

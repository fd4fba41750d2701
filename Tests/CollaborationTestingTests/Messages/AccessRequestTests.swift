import CollaborationModels
import CollaborationProofs
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Access requests")
struct AccessRequestTests {
    let bakery = Bakery()
    let doc: CollaborationIdentifier = "doc-recipes"
    let url: URL

    init() async throws {
        let alice = bakery.alice.userIdentity
        url = try await bakery.send().url
        try await bakery.messages.manageAccess(to: doc) { try $0.setAllowsAccessRequests(true, by: alice) }
    }

    var access: ShareAccess { get throws { try #require(bakery.messages.access(to: doc)) } }

    /// Charlie asks, and Alice lets him in.
    func letCharlieIn() async throws {
        let (charlie, alice) = (bakery.charlie.userIdentity, bakery.alice.userIdentity)
        bakery.messages.requestAccess(to: url, by: bakery.charlie)
        try await bakery.messages.manageAccess(to: doc) { try $0.addParticipant(charlie, by: alice) }
    }

    @Test("A person who was not sent the link asks, and the owner who shared it sees the request")
    func asking() throws {
        bakery.messages.requestAccess(to: url, by: bakery.charlie)
        #expect(try access.requesters == [bakery.charlie.userIdentity])
        #expect(try access.managers.map(\.userIdentity) == [bakery.alice.userIdentity])
        #expect(bakery.center(of: bakery.charlie).highlights.isEmpty)
        #expect(bakery.app.updates.count == 1)
    }

    @Test("Letting a person in brings a new identity by an ordinary update, then the link, then access")
    func lettingIn() async throws {
        try await letCharlieIn()
        #expect(bakery.app.updates.map(\.addedIdentities.count) == [3, 1])
        #expect(try access.participant(bakery.charlie.userIdentity)?.isApprovedRequester == true)
        try await bakery.app.open(url, with: bakery.center(of: bakery.charlie), as: "charlie")
        #expect(try await bakery.app.server.record(of: doc).accounts == ["charlie"])
        #expect(bakery.lines(of: bakery.charlie).isEmpty)
    }

    @Test("A person who is let in and blocked later loses access and cannot ask again")
    func blocking() async throws {
        try await letCharlieIn()
        try await bakery.app.open(url, with: bakery.center(of: bakery.charlie), as: "charlie")
        let (charlie, alice) = (bakery.charlie.userIdentity, bakery.alice.userIdentity)
        try await bakery.messages.manageAccess(to: doc) { try $0.blockRequesters([charlie], by: alice) }
        #expect(bakery.app.updates[2].removedIdentities == bakery.app.updates[1].addedIdentities)
        #expect(try await bakery.app.server.record(of: doc).accounts.isEmpty)
        bakery.messages.requestAccess(to: url, by: bakery.charlie)
        #expect(try access.requesters.isEmpty)
        #expect(try access.blockedIdentities == [charlie])
    }

    @Test("A person who was removed from a share is let in again with an update that adds the identity")
    func lettingInAgain() async throws {
        try await letCharlieIn()
        let (charlie, alice) = (bakery.charlie.userIdentity, bakery.alice.userIdentity)
        try await bakery.messages.manageAccess(to: doc) { try $0.removeParticipant(charlie, by: alice) }
        #expect(bakery.app.updates[2].removedIdentities == bakery.app.updates[1].addedIdentities)
        try await bakery.messages.manageAccess(to: doc) { try $0.addParticipant(charlie, by: alice) }
        #expect(bakery.app.updates.count == 4)
        #expect(bakery.app.updates[3].addedIdentities.count == 1)
        #expect(bakery.app.updates[3].removedIdentities.isEmpty)
        try await bakery.app.open(url, with: bakery.center(of: bakery.charlie), as: "charlie")
        #expect(try await bakery.app.server.record(of: doc).accounts == ["charlie"])
    }

    @Test("A denied request sends no action, and the person can ask again")
    func denying() async throws {
        let (charlie, alice) = (bakery.charlie.userIdentity, bakery.alice.userIdentity)
        bakery.messages.requestAccess(to: url, by: bakery.charlie)
        try await bakery.messages.manageAccess(to: doc) { try $0.denyRequesters([charlie], by: alice) }
        #expect(try access.requesters.isEmpty)
        #expect(bakery.app.updates.count == 1)
        bakery.messages.requestAccess(to: url, by: bakery.charlie)
        #expect(try access.requesters == [charlie])
    }

    @Test("An administrator who was let in decides on requests, and the owner's app gets the action")
    func administrator() async throws {
        let (charlie, alice) = (bakery.charlie.userIdentity, bakery.alice.userIdentity)
        let dora = SimulatedPerson("Dora")
        try await letCharlieIn()
        try await bakery.messages.manageAccess(to: doc) {
            try $0.addParticipant(charlie, role: .administrator, by: alice)
        }
        bakery.messages.requestAccess(to: url, by: dora)
        try await bakery.messages.manageAccess(to: doc) {
            try $0.addParticipant(dora.userIdentity, by: charlie)
        }
        #expect(bakery.app.updates.map(\.addedIdentities.count) == [3, 1, 1])
        try await bakery.app.open(url, with: bakery.center(of: dora), as: "dora")
    }

    @Test("When the app fails the update, the person still asks and has no link")
    func failedUpdate() async throws {
        bakery.app.behavior = .failsUpdate
        await #expect(throws: ActionFailure.failed) { try await letCharlieIn() }
        #expect(try access.requesters == [bakery.charlie.userIdentity])
        #expect(bakery.center(of: bakery.charlie).highlights.isEmpty)
        bakery.app.behavior = .answers
        try await letCharlieIn()
        #expect(bakery.center(of: bakery.charlie).highlights.count == 1)
    }

    @Test("A request that comes while another person is let in is kept")
    func requestDuringUpdate() async throws {
        bakery.app.behavior = .holdsUpdate
        async let admission: Void = letCharlieIn()
        await eventually { bakery.app.updates.count == 2 }
        let dora = SimulatedPerson("Dora")
        bakery.messages.requestAccess(to: url, by: dora)
        try await bakery.app.answerHeldAction()
        try await admission
        #expect(try access.requesters == [dora.userIdentity])
    }

    @Test("Members who have the link make no request, and a person who was removed can ask")
    func members() async throws {
        bakery.messages.requestAccess(to: url, by: bakery.carol)
        bakery.messages.requestAccess(to: url, by: bakery.alice)
        #expect(try access.requesters.isEmpty)
        await bakery.bakers.remove(bakery.carol)
        bakery.messages.requestAccess(to: url, by: bakery.carol)
        #expect(try access.requesters == [bakery.carol.userIdentity])
    }

    @Test("A request to an unknown link, or when requests are not allowed, has no effect")
    func noEffect() async throws {
        let cakes = CollaborationMetadata(localIdentifier: "cakes").transferItem
        let other = try await bakery.bakers.send(bakery.bakers.draft(cakes, from: bakery.alice))
        bakery.messages.requestAccess(to: other.url, by: bakery.charlie)
        bakery.messages.requestAccess(
            to: try #require(URL(string: "https://bakery.example/x")),
            by: bakery.charlie
        )
        #expect(bakery.messages.access(to: "doc-cakes")?.requesters == [])
        #expect(bakery.messages.access(to: "doc-x") == nil)
        #expect(try access.requesters.isEmpty)
        await #expect(throws: SimulationError.unknownCollaboration) {
            try await bakery.messages.manageAccess(to: "doc-x") { _ in }
        }
    }

    @Test("A sender who selects the option of access requests allows them")
    func option() async throws {
        var allowed = AllowedSharingOptions.standard
        allowed.allowsAccessRequests = true
        var metadata = CollaborationMetadata(localIdentifier: "cakes")
        metadata.defaultShareOptions = try CollaborationShareOptions(optionsGroups: allowed.optionsGroups)
        var draft = try bakery.bakers.draft(metadata.transferItem, from: bakery.alice)
        try draft.select(AllowedSharingOptions.Identifier.accessRequests)
        try await bakery.bakers.send(draft)
        #expect(bakery.messages.access(to: "doc-cakes")?.allowsAccessRequests == true)
    }

    @Test("A person without a device cannot be let in")
    func noDevice() async throws {
        let (dora, alice) = (SimulatedPerson("Dora", devices: []), bakery.alice.userIdentity)
        bakery.messages.requestAccess(to: url, by: dora)
        await #expect(throws: SimulationError.noDevice) {
            try await bakery.messages.manageAccess(to: doc) {
                try $0.addParticipant(dora.userIdentity, by: alice)
            }
        }
        #expect(try access.requesters == [dora.userIdentity])
        #expect(bakery.app.updates.count == 1)
    }

    @Test("Sending a collaboration again keeps its owner and its requests")
    func sentAgain() async throws {
        bakery.messages.requestAccess(to: url, by: bakery.charlie)
        try await bakery.send()
        #expect(try access.requesters == [bakery.charlie.userIdentity])
        #expect(try access.owner == bakery.alice.userIdentity)
    }
}

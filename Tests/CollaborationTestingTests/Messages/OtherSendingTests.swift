import CollaborationCore
import CollaborationModels
import CollaborationTesting
import Foundation
import Testing

@Suite("Copies and CloudKit shares", .timeLimit(.minutes(1)))
struct OtherSendingTests {
    let bakery = Bakery()

    func share(_ name: String = "Baking Recipes") -> ExportedShare {
        .existing(
            CloudKitShare(recordName: "share-1", title: name, url: URL(string: "https://www.icloud.com/share/1")),
            container: "iCloud.com.example"
        )
    }

    @Test("Sending a copy brings data to the members and no action to the app")
    func copy() async throws {
        var item = try bakery.metadata.transferItem
        item.registerCopy(as: .utf8PlainText) { Data("Flour, water, salt".utf8) }
        item.registerCopy(as: "com.adobe.pdf") { Data("PDF".utf8) }
        try await bakery.bakers.sendCopy(of: item, from: bakery.alice)
        let copy = ThreadEntry.copy(
            title: "Baking Recipes",
            typeIdentifier: .utf8PlainText,
            data: Data("Flour, water, salt".utf8),
            from: "Alice"
        )
        for person in [bakery.alice, bakery.bob, bakery.carol] { #expect(bakery.bakers.thread(of: person) == [copy]) }
        #expect(bakery.lines(of: bakery.bob) == ["Alice sent a copy of Baking Recipes"])
        #expect(bakery.app.selections.isEmpty)
        #expect(bakery.app.updates.isEmpty)
    }

    @Test("An item without a copy for other processes cannot be sent as a copy")
    func noCopy() async throws {
        var item = try bakery.metadata.transferItem
        item.registerCopy(visibility: .ownProcess) { Data() }
        await #expect(throws: SimulationError.noCopy) { try await bakery.bakers.sendCopy(of: item, from: bakery.alice) }
    }

    @Test("A person outside the conversation cannot send a copy")
    func strangersCopy() async throws {
        await #expect(throws: SimulationError.notInConversation) {
            try await bakery.bakers.sendCopy(of: TransferItem(), from: bakery.charlie)
        }
    }

    @Test("A CloudKit share is delivered without an action")
    func cloudKit() async throws {
        let highlight = try await bakery.bakers.send(share(), from: bakery.alice)
        let center = bakery.center(of: bakery.bob)
        #expect(try await center.collaborationHighlight(for: highlight.url) == highlight)
        #expect(center.highlights.map(\.collaboration) == [highlight])
        center.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
        #expect(bakery.lines(of: bakery.carol) == ["Alice shared Baking Recipes", "Bob edited Baking Recipes"])
        #expect(bakery.app.updates.isEmpty)
    }

    @Test("A CloudKit mention by handle reaches that participant only")
    func mention() async throws {
        let highlight = try await bakery.bakers.send(share(), from: bakery.alice)
        let center = bakery.center(of: bakery.bob)
        for handle in [bakery.carol.handle, bakery.charlie.handle] {
            center.postNotice(
                for: HighlightMentionEvent(highlight: highlight, mentionedPersonCloudKitShareHandle: handle)
            )
        }
        #expect(bakery.lines(of: bakery.carol).last == "Bob mentioned you in Baking Recipes")
        #expect(bakery.lines(of: bakery.alice) == ["Alice shared Baking Recipes"])
        let identity = bakery.carol.invitation(to: "share-1").identity
        center.postNotice(for: HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: identity))
        #expect(bakery.lines(of: bakery.carol).count == 2)
    }

    @Test("When the members of a conversation change, a CloudKit share follows without an app")
    func groupChange() async throws {
        try await bakery.bakers.send(share(), from: bakery.alice)
        #expect(await bakery.bakers.add(bakery.charlie).isEmpty)
        #expect(await bakery.bakers.remove(bakery.carol).isEmpty)
        #expect(bakery.lines(of: bakery.charlie) == ["Charlie joined", "Alice shared Baking Recipes", "Carol left"])
        #expect(bakery.center(of: bakery.charlie).highlights.count == 1)
        #expect(bakery.app.updates.isEmpty)
    }

    @Test("A CloudKit share without a link cannot be sent")
    func noLink() async throws {
        let unsaved = ExportedShare.prepareShare(container: "iCloud.com.example") {
            CloudKitShare(recordName: "share-1")
        }
        await #expect(throws: SimulationError.shareHasNoLink) {
            try await bakery.bakers.send(unsaved, from: bakery.alice)
        }
    }
}

@Suite("Alerts to remove a participant", .timeLimit(.minutes(1)))
struct RemoveParticipantAlertTests {
    let bakery = Bakery()

    /// An alert that Bob gets about a person.
    func alert(handle: String? = nil, identity: Person.Identity? = nil) throws -> RemoveParticipantAlert {
        RemoveParticipantAlert(
            participant: Person(handle: handle, identity: identity, displayName: "Carol", thumbnailImageData: nil),
            highlight: try bakery.highlight(of: bakery.bob)
        )
    }

    @Test("Agreeing to an alert removes the participant, known by the handle or the identity", arguments: 0..<3)
    func confirming(way: Int) async throws {
        try await bakery.send()
        let identity = try await bakery.identity(of: bakery.carol)
        let alert = try [
            alert(handle: bakery.carol.handle), alert(identity: identity), alert(handle: "another", identity: identity),
        ][way]
        await bakery.messages.confirm(alert, by: bakery.bob)
        #expect(bakery.bakers.members.map(\.name) == ["Alice", "Bob"])
        #expect(bakery.app.updates.last?.removedIdentities == [identity])
    }

    @Test("An alert about a person outside the conversation removes nobody")
    func stranger() async throws {
        try await bakery.send()
        await bakery.messages.confirm(try alert(handle: bakery.charlie.handle), by: bakery.bob)
        #expect(bakery.bakers.members.count == 3)
    }

    @Test("An alert that a person outside the conversation agrees to removes nobody")
    func strangerAgrees() async throws {
        try await bakery.send()
        await bakery.bakers.remove(bakery.bob)
        await bakery.messages.confirm(try alert(handle: bakery.carol.handle), by: bakery.bob)
        #expect(bakery.bakers.members.map(\.name) == ["Alice", "Carol"])
    }
}

import CollaborationCore
import CollaborationModels
import Foundation
import Testing

@testable import SharedWithYouBridge
@testable import SharedWithYouCore

@Suite("Bridged actions")
struct ActionBridgeTests {
    private let samples = Samples()

    @Test("Fulfilling a start action fulfills Apple's with the same link and identifier")
    func start() async throws {
        let system = samples.start
        let action = try StartCollaborationAction(completing: system)
        #expect(action.uuid == system.uuid)
        #expect(action.collaborationMetadata.localIdentifier == "recipes-7")
        #expect(!system.isComplete)

        try action.fulfill(using: samples.url, collaborationIdentifier: "doc-42")

        let expected = SWAction.Completion.fulfilledUsing(samples.url, SWCollaborationIdentifier("doc-42"))
        #expect(await system.completion() == expected)
    }

    @Test("An update action has Apple's identities and both identifiers, and fulfilling it fulfills Apple's")
    func update() async throws {
        let system = samples.update()
        let action = try UpdateCollaborationParticipantsAction(completing: system)
        #expect(action.uuid == system.uuid)
        #expect(action.collaborationIdentifier == "doc-42")
        #expect(action.collaborationMetadata.localIdentifier == "recipes-7")
        #expect(action.addedIdentities.map(\.rootHash) == system.addedIdentities.map(\.rootHash))
        #expect(action.removedIdentities.map(\.rootHash) == system.removedIdentities.map(\.rootHash))

        action.fulfill()

        #expect(await system.completion() == .fulfilled)
    }

    @Test("An update whose share options break a rule still removes, without the options")
    func brokenOptions() throws {
        let system = Samples().update()
        system.collaborationMetadata.title = "Baking Recipes"
        system.collaborationMetadata.userSelectedShareOptions = SWCollaborationShareOptions(
            optionsGroups: [SWCollaborationOptionsGroup(identifier: "empty", options: [])]
        )
        let action = try UpdateCollaborationParticipantsAction(completing: system)
        #expect(action.removedIdentities.count == 1)
        #expect(action.collaborationMetadata.title == "Baking Recipes")
        #expect(action.collaborationMetadata.userSelectedShareOptions == nil)
    }

    @Test("Failing an action fails Apple's")
    func failure() async throws {
        let (start, update) = (samples.start, samples.update())
        try StartCollaborationAction(completing: start).fail()
        try UpdateCollaborationParticipantsAction(completing: update).fail()
        #expect(await start.completion() == .failed)
        #expect(await update.completion() == .failed)
    }

    @Test("Of many tasks that complete an action at once, one completes Apple's, and once")
    func race() async throws {
        let system = samples.update()
        let action = try UpdateCollaborationParticipantsAction(completing: system)
        let decided = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask { number.isMultiple(of: 2) ? action.fulfill() : action.fail() }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(decided == 1)
        let expected: SWAction.Completion = action.state == .fulfilled ? .fulfilled : .failed
        #expect(await system.completion() == expected)
        #expect(!action.fail())
        #expect(system.completions == [expected])
    }

    @Test("An action of Apple's that something else has completed is left alone")
    func completeAlready() throws {
        let system = samples.update()
        system.fail()
        SystemAction(system).complete { $0.fulfill() }
        #expect(system.completions == [.failed])
    }

    @Test("Apple's action with a malformed root hash, or without an identifier, is refused and stays pending")
    func refusal() throws {
        let malformed = samples.update(count: 31)
        #expect(throws: MalformedRootHashError.self) {
            try UpdateCollaborationParticipantsAction(completing: malformed)
        }
        let nameless = SWUpdateCollaborationParticipantsAction(samples.start.collaborationMetadata, added: [])
        #expect(throws: ActionError.invalidCollaborationIdentifier) {
            try UpdateCollaborationParticipantsAction(completing: nameless)
        }
        #expect(!malformed.isComplete && !nameless.isComplete)
    }
}

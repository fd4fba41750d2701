import CollaborationClient
import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

/// One device whose network, disk, accounts and app change at random, while the system hands the app updates.
private struct RandomDevice {
    let scene: Scene
    let collaboration: CollaborationIdentifier
    let link: URL
    let disk = SimulatedDisk()
    var session: SharingSession
    var random: SeededGenerator
    var known: [Person.Identity] = []
    var removed: Set<Person.Identity> = []
    var nextNumber: UInt8 = 1

    init(seed: Int) async throws {
        scene = try Scene()
        random = SeededGenerator("session", String(seed))
        session = scene.app(of: .alice, as: "alice", disk: disk)
        let coordinator = scene.messages.coordinator(of: .alice)
        let start = StartCollaborationAction(collaborationMetadata: try Scene.metadata("recipe-7"))
        let started = try await coordinator.perform(start)
        (collaboration, link) = (started.collaborationIdentifier, started.url)
    }

    /// Changes something at random, then hands the app an update.
    mutating func step() async throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: scene.network.set(.isDown)
        case 1: scene.network.set(.losesAnswers)
        case 2:
            scene.network.set(
                .fails(
                    [.later(nil), .notSignedIn, .unexpected(status: 500)].randomElement(using: &random) ?? .malformed
                )
            )
        case 3: scene.network.set(.works)
        case 4: try await signIn(as: Bool.random(using: &random) ? "alice" : "eve")
        case 5: disk.isFull.toggle()
        case 6: disk.end(after: Int.random(in: 0...2, using: &random))
        case 7:
            let session = session
            _ = try await scene.passingTime { await session.signOut() }
        case 8: restart()
        default: scene.messages.clock.advance(by: .seconds(Int.random(in: 1...100, using: &random)))
        }
        try await update()
        if disk.isEnded { restart() }
    }

    /// Lets an account sign in while the link is being opened, and checks that nobody's document is shown to another one.
    private func signIn(as account: AccountIdentifier) async throws {
        let (session, link) = (session, link)
        scene.network.hold()
        let opening = Task { await session.open(link) }
        session.signIn(as: account, to: scene.network)
        // What was held before the sign-in is answered after it.
        _ = await session.removals
        scene.network.release()
        let isShown = try await scene.passingTime {
            await session.deliver()
            return isOpen(await opening.value)
        }
        #expect(account == "alice" || !isShown, "A document is shown to another account.")
    }

    private mutating func restart() {
        session = scene.app(of: .alice, disk: disk)
        if Bool.random(using: &random) { session.signIn(as: "alice", to: scene.network) } else { session.noAccount() }
    }

    /// Hands the app an update, and checks what a fulfillment promises at once.
    private mutating func update() async throws {
        let removed = known.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        var added: [Person.Identity] = []
        if Bool.random(using: &random) || removed.isEmpty {
            added = [try Person.Identity(rootHash: Data(repeating: nextNumber, count: 32))]
            nextNumber += 1
        }
        let action = try UpdateCollaborationParticipantsAction(
            collaborationMetadata: CollaborationMetadata(collaborationIdentifier: collaboration),
            addedIdentities: added,
            removedIdentities: removed
        )
        let coordinator = scene.messages.coordinator(of: .alice)
        let error = try await scene.passingTime { () -> ActionError? in
            do throws(ActionError) { try await coordinator.perform(action) } catch { return error }
            return nil
        }
        // An app that was ended meanwhile completes nothing.
        guard !disk.isEnded else { return }
        #expect(error != .timedOut, "An action is not completed in time.")
        guard error == nil else { return }
        #expect(try await identities().isSuperset(of: added), "An addition is fulfilled that the server does not have.")
        known = known.filter { !removed.contains($0) } + added
        self.removed.formUnion(removed)
    }

    private func identities() async throws -> Set<Person.Identity> {
        try await scene.collaborations[collaboration].people()?.unprovenIdentities ?? []
    }

    /// Lets the owner sign in with a network and a disk, and checks that whoever was to be removed is.
    mutating func checkEnd() async throws {
        scene.network.set(.works)
        disk.isFull = false
        session = scene.app(of: .alice, as: "alice", disk: disk)
        await session.deliver()
        let refused = await session.removals.flatMap(\.identities)
        #expect(try await identities().isDisjoint(with: removed.subtracting(refused)), "A removal is lost.")
        #expect(refused.isEmpty, "A removal of the owner is refused.")
    }
}

@Suite("A session on a device on which anything fails", .timeLimit(.minutes(3)))
struct SeededSessionTests {
    @Test(
        "Random sequences lose no removal, fulfill no addition too early or action too late, and show no other's document",
        arguments: 0..<(BuildConfiguration.isRelease ? 500 : 5)
    )
    func random(seed: Int) async throws {
        var device = try await RandomDevice(seed: seed)
        for _ in 0..<15 { try await device.step() }
        try await device.checkEnd()
    }
}

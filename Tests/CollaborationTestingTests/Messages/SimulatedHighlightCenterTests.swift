import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Simulated highlight center", .timeLimit(.minutes(1)))
struct SimulatedHighlightCenterTests {
    let bakery = Bakery()
    let challenge = Data("challenge".utf8)

    @Test("The updates of the highlights list the delivered links, the latest first")
    func updates() async throws {
        let center = bakery.center(of: bakery.bob)
        var updates = center.highlightUpdates.makeAsyncIterator()
        #expect(await updates.next() == [])
        let first = try await bakery.send().url
        #expect(await updates.next()?.map(\.url) == [first])
        var other = CollaborationMetadata(localIdentifier: "cakes")
        other.title = "Cakes"
        let second = try await bakery.bakers.send(other.transferItem, from: bakery.alice).url
        #expect(await updates.next()?.map(\.url) == [second, first])
        #expect(center.highlights.map(\.url) == [second, first])
    }

    @Test("A collaboration is found by its identifier")
    func identifier() async throws {
        let url = try await bakery.send().url
        let center = bakery.center(of: bakery.bob)
        #expect(try center.collaborationHighlight(forIdentifier: "doc-recipes").url == url)
        #expect(throws: HighlightCenterError.invalidURL) {
            try center.collaborationHighlight(forIdentifier: "doc-7")
        }
    }

    @Test("The list of highlights has Apple's title")
    func title() { #expect(bakery.center(of: bakery.bob).highlightCollectionTitle == "Shared with You") }

    @Test("A test can say that the system does not support collaboration")
    func collaborationSupport() {
        let (bob, messages) = (bakery.bob, bakery.messages)
        let center = messages.highlightCenter(of: bob, on: bob.devices[0], isSystemCollaborationSupportAvailable: false)
        #expect(!center.isSystemCollaborationSupportAvailable)
        #expect(bakery.center(of: bob).isSystemCollaborationSupportAvailable)
    }

    @Test("A relative link finds the collaboration of its absolute form")
    func relativeLink() async throws {
        let absolute = try await bakery.send().url
        let base = try #require(URL(string: "https://bakery.example/shop/"))
        let relative = try #require(URL(string: "../recipes", relativeTo: base))
        let center = bakery.center(of: bakery.bob)
        #expect(try await center.highlight(for: relative).url == absolute)
        #expect(try await center.collaborationHighlight(for: relative).url == absolute)
    }

    @Test("A device that was added after the invitation signs without key and hashes")
    func laterDevice() async throws {
        try await bakery.send()
        let bob = SimulatedPerson("Bob", devices: ["phone", "laptop", "tablet"])
        let tablet = bakery.center(of: bob, device: 2)
        #expect(tablet.highlights.count == 1)
        try await expectEmptyProof(from: tablet)
    }

    @Test("A signing time-out throws an internal error after three seconds")
    func signingTimeOut() async throws {
        try await bakery.send()
        let phone = bakery.bob.devices[0]
        let center = bakery.messages.highlightCenter(of: bakery.bob, on: phone, signing: .timesOut)
        let highlight = try bakery.highlight(of: bakery.bob)
        let before = bakery.messages.clock.now
        await #expect(throws: HighlightCenterError.internalError) {
            try await center.signedIdentityProof(for: highlight, using: challenge)
        }
        #expect(before.duration(to: bakery.messages.clock.now) == .seconds(3))
    }

    private func expectEmptyProof(from center: some HighlightCenter) async throws {
        let highlight = try bakery.highlight(of: bakery.bob)
        let proof = try await center.signedIdentityProof(for: highlight, using: challenge)
        #expect(proof.publicKey.isEmpty)
        #expect(proof.publicKeyIndex == 0)
        #expect(proof.inclusionHashes.isEmpty)
        #expect(!proof.signatureData.isEmpty)
    }
}

@Suite("Answer to a challenge", .timeLimit(.minutes(1)))
struct ChallengeAnswerTests {
    let bakery = Bakery()

    /// Expects that Bob's phone does not sign a challenge for the recipes and his account.
    private func expectRefusal(_ refusal: Refusal, of challenge: ChallengeMessage) async throws {
        try await bakery.send()
        let highlight = try bakery.highlight(of: bakery.bob)
        await #expect(throws: ProofAnswerError.wrongChallenge(refusal)) {
            try await bakery.center(of: bakery.bob).answer(challenge, for: highlight, account: "bob")
        }
    }

    @Test("A challenge for another account is not signed")
    func otherAccount() async throws {
        let challenge = try bakery.app.server["doc-recipes"].challenge(as: "mallory")
        try await expectRefusal(.challengeForAnotherAccount, of: challenge)
    }

    @Test("A challenge for another collaboration is not signed")
    func otherCollaboration() async throws {
        let challenge = try bakery.app.server["doc-cakes"].challenge(as: "bob")
        try await expectRefusal(.challengeForAnotherCollaboration, of: challenge)
    }

    @Test("Bytes that are no challenge are not signed")
    func malformed() async throws {
        try await expectRefusal(.malformedChallenge, of: ChallengeMessage(bytes: Data("sign this".utf8)))
    }

    @Test("An app can show why a challenge is not answered")
    func sentences() {
        for (error, sentence) in [
            (.noProofYet, "the device has no proof of the invitation yet"),
            (.wrongChallenge(.malformedChallenge), "the challenge was not signed: malformedChallenge"),
            (.center(.invalidURL), "no highlight has this link or identifier"),
        ] as [(ProofAnswerError, String)] {
            #expect("\(error)" == sentence && error.localizedDescription == sentence)
        }
    }

    @Test("An empty proof is an error, so that the app asks again later")
    func emptyProof() async throws {
        try await bakery.send()
        let phone = bakery.bob.devices[0]
        let center = bakery.messages.highlightCenter(of: bakery.bob, on: phone, signing: .noProofYet)
        let challenge = try bakery.app.server["doc-recipes"].challenge(as: "bob")
        await #expect(throws: ProofAnswerError.noProofYet) {
            try await center.answer(challenge, for: bakery.highlight(of: bakery.bob), account: "bob")
        }
    }
}

import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("The highlight centre of a device")
struct SimulatedHighlightCenterTests {
    let bakery = Bakery()

    @Test("lists what was shared, the latest first, and tells of each change")
    func updates() async throws {
        let center = bakery.center(of: bakery.bob)
        var updates = center.highlightUpdates.makeAsyncIterator()
        #expect(await updates.next() == [])
        let first = try await bakery.send().url
        #expect(await updates.next()?.map(\.url) == [first])
        var other = CollaborationMetadata(localIdentifier: "cakes")
        other.title = "Cakes"
        let second = try await bakery.bakers.send(bakery.bakers.draft(other.transferItem, from: bakery.alice))
            .url
        #expect(await updates.next()?.map(\.url) == [second, first])
        #expect(center.highlights.map(\.url) == [second, first])
        #expect(try await center.highlight(for: first).url == first)
        #expect(try center.collaborationHighlight(forIdentifier: "doc-cakes").url == second)
        #expect(throws: HighlightCenterError.invalidURL) {
            try center.collaborationHighlight(forIdentifier: "doc-7")
        }
    }

    @Test("proves, for each collaboration that it has, the identity in that one")
    func identities() async throws {
        let cakes = CollaborationMetadata(localIdentifier: "cakes")
        try await bakery.send()
        _ = try await bakery.bakers.send(bakery.bakers.draft(cakes.transferItem, from: bakery.alice))
        let center = bakery.center(of: bakery.bob)
        let challenge = Data("challenge".utf8)
        for identifier in ["doc-recipes", "doc-cakes"] {
            let update = try #require(
                bakery.app.updates.first { $0.collaborationIdentifier.rawValue == identifier }
            )
            let highlight = try center.collaborationHighlight(forIdentifier: update.collaborationIdentifier)
            let proof = try await center.signedIdentityProof(for: highlight, using: challenge)
            let identity = try proof.verifiedIdentity(signing: challenge)
            #expect(update.addedIdentities.contains(identity), "\(identifier)")
        }
    }
}

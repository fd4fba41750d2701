import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationServer

/// The order for a start is in the table of states: a removed account that starts what another one owns is not the owner.
@Suite("A request that breaks two rules is refused for the one that is looked at first", .timeLimit(.minutes(1)))
struct OrderOfReasonsTests {
    /// The reasons in the order in which they are looked at.
    ///
    /// The last three exclude each other.
    static let ofProof: [Refusal] = [
        .forgedChallenge, .invalidProof(.signatureMismatch), .nameUsedUp, .notStarted, .challengeAlreadyUsed,
        .accountRemoved, .unknownIdentity, .removedIdentity, .identityOfAnotherAccount,
    ]

    static let pairsOfProof: [[Refusal]] = ofProof.indices.flatMap { first in
        ofProof.indices.filter { $0 == first || $0 > first && first < 6 }.map { [ofProof[first], ofProof[$0]] }
    }

    @Test("A proof is refused for the first reason", arguments: pairsOfProof)
    func proof(reasons: [Refusal]) async throws {
        let (device, account) = (Scene.person.devices[0], "account-a" as AccountIdentifier)
        let (invitation, other) = (Scene.invitation, Scene.person.invitation(to: "doc-42", number: 1))
        let isUnknown = reasons.contains(.unknownIdentity)
        let scene = try await Scene.started(
            verifies: true,
            adding: [other.identity] + (isUnknown ? [] : [invitation.identity])
        )
        let challenge = try scene.document.challenge(as: account)
        if reasons.contains(.removedIdentity) { try await scene.update(removing: [invitation.identity]) }
        if reasons.contains(.identityOfAnotherAccount) { try await scene.prove(as: "carol") }
        if reasons.contains(.challengeAlreadyUsed) {
            try await scene.document.admit(device.answer(challenge, for: other), as: account)
        }
        if reasons.contains(.accountRemoved) { _ = try await scene.document.remove(account, by: .server) }
        if reasons.contains(.notStarted) { _ = try await scene.document.end(by: .server) }
        if reasons.contains(.nameUsedUp) { _ = try await scene.document.forget() }

        let isInvalid = reasons.contains(.invalidProof(.signatureMismatch))
        let proof = try (isInvalid ? scene.answer(as: account) : device.answer(challenge, for: invitation)).proof
        var bytes = challenge.bytes
        if reasons.contains(.forgedChallenge) { bytes[bytes.endIndex - 1] ^= 1 }
        let answer = IdentityProofAnswer(challenge: bytes, proof: proof)
        let (_, refusal) = try await scene.act { try await scene.document.admit(answer, as: account) }
        #expect(refusal == "\(reasons[0])")
    }

    /// In the order in which they are looked at; the last of all is the target's `noAccess`.
    static let ofActor: [String] = ["nameUsedUp", "notStarted", "noAccess", "mayNotAct"]
    static let ofTarget: [String] = ["accountRemoved", "isOwner", "target has no access"]

    @Test("An act is refused for the first reason", arguments: ofActor, ofActor + ofTarget)
    func act(first: String, second: String) async throws {
        let (reasons, order) = (Set([first, second]), Self.ofActor + Self.ofTarget)
        let scene = try await Scene.started()
        let document = scene.document
        try await document.admit(guest: "account-b", by: .server)
        _ = try await document.remove("account-a", by: .server)
        if reasons.contains("notStarted") { _ = try await document.end(by: .server) }
        if reasons.contains("nameUsedUp") { _ = try await document.forget() }
        let actor: Collaboration.Actor =
            reasons.contains("noAccess")
            ? .account("dave") : reasons.contains("mayNotAct") ? .account("account-b") : .account("alice")
        let (change, refusal) = try await scene.act {
            switch second {
            case "accountRemoved": try await document.admit(guest: "account-a", by: actor)
            case "isOwner": try await document.remove("alice", by: actor)
            default: try await document.transfer(to: "carol", by: actor)
            }
        }
        #expect(change == nil)
        let expected = order.first { reasons.contains($0) } ?? ""
        #expect(refusal?.prefix(while: { $0 != "(" }) == expected[...])
    }
}

import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Calls by the numbers of the fixture's identities, accounts and challenges, with the expected results.
extension StoreScene {
    func update(
        adding added: [Int] = [],
        removing removed: [Int] = [],
        in collaboration: Int = 0,
        revoking revoked: [Int] = []
    ) async throws {
        let update = fixture.update(adding: added, removing: removed, in: collaboration)
        try await expect(accounts(revoked), from: .update(update))
    }

    func pair(
        _ identity: Int,
        with account: Int,
        challenge: Int,
        in collaboration: Int = 0,
        policy: PairingPolicy = .refuse,
        at seconds: TimeInterval = 0,
        until expiration: TimeInterval = 120,
        returning outcome: PairingOutcome = .paired(revoked: nil)
    ) async throws {
        let pairing = fixture.pairing(
            identity,
            with: account,
            challenge: challenge,
            in: collaboration,
            policy: policy,
            at: seconds,
            until: expiration
        )
        try await expect(.outcome(outcome), from: .pair(pairing))
    }

    /// Expects identities, each with its account, nil for one that nobody has proven.
    func expectParticipants(_ expected: [Int: Int?], in collaboration: Int = 0) async throws {
        let participants = expected.map { identity, account in
            Participant(identity: fixture.identities[identity], account: account.map { fixture.accounts[$0] })
        }
        try await expect(
            .participants(Set(participants)),
            from: .participants(fixture.collaborations[collaboration])
        )
    }

    func expectCollaborations(_ expected: [Int], of account: Int) async throws {
        try await expect(
            .collaborations(Set(expected.map { fixture.collaborations[$0] })),
            from: .collaborations(fixture.accounts[account])
        )
    }

    func expectIdentities(_ expected: [Int], of account: Int, in collaboration: Int = 0) async throws {
        try await expect(
            identities(expected),
            from: .identities(fixture.accounts[account], fixture.collaborations[collaboration])
        )
    }

    func remove(
        _ account: Int,
        from collaboration: Int = 0,
        keepingIdentities: Bool,
        returning expected: [Int]
    ) async throws {
        try await expect(
            identities(expected),
            from: .remove(
                fixture.accounts[account],
                fixture.collaborations[collaboration],
                keepingIdentities: keepingIdentities
            )
        )
    }

    func removeUnproven(_ numbers: [Int], returning expected: [Int]) async throws {
        let unproven = Set(numbers.map { fixture.identities[$0] })
        try await expect(identities(expected), from: .removeUnproven(unproven, fixture.collaboration))
    }

    func removeAll(from collaboration: Int = 0, revoking revoked: [Int]) async throws {
        try await expect(accounts(revoked), from: .removeAll(fixture.collaborations[collaboration]))
    }

    func forget(_ collaboration: Int = 0, revoking revoked: [Int]) async throws {
        try await expect(accounts(revoked), from: .forget(fixture.collaborations[collaboration]))
    }

    private func accounts(_ numbers: [Int]) -> StoreResult {
        .accounts(Set(numbers.map { fixture.accounts[$0] }))
    }

    private func identities(_ numbers: [Int]) -> StoreResult {
        .identities(Set(numbers.map { fixture.identities[$0] }))
    }
}

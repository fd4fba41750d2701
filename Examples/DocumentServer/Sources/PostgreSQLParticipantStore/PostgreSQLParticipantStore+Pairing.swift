import CollaborationModels
public import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PostgreSQLParticipantStore {
    /// Refuses a replay, pairs an identity with an account, and records the use of the challenge.
    public func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        do {
            return try await pairOnce(pairing)
        } catch let loss as PostgreSQLError {
            // Under `replace` the repetition would not name the account that the first attempt revoked.
            guard case .outcomeUnknown = loss, pairing.policy == .refuse else { throw loss }
            do { return try await pairOnce(pairing) } catch { throw loss }
        }
    }

    private func pairOnce(_ pairing: Pairing) async throws -> PairingOutcome {
        let use = pairing.challengeUse
        let challenge = PostgreSQLValue.bytes(use.challengeIdentifier)
        let collaboration = PostgreSQLValue.name(pairing.collaborationIdentifier)
        let account = PostgreSQLValue.name(pairing.account)
        let identity = ["collaboration": collaboration, "root_hash": .bytes(pairing.identity.rootHash)]
        let record: [String: PostgreSQLValue] = [
            "challenge": challenge, "attempt": .integer(use.attempt),
            "expiration": .integer(use.millisecondOfExpiration),
        ]
        return try await database.transaction { connection in
            let found = try connection.run([
                PostgreSQLQuery(ParticipantStatements.evictedThrough),
                PostgreSQLQuery(ParticipantStatements.account, identity),
            ])
            guard let evictedThrough = try found[0].rows.first?.integer(0) else {
                throw PostgreSQLError.unexpectedValue("the table eviction is empty")
            }
            let isLate = use.millisecondOfExpiration <= evictedThrough
            let previous = try found[1].rows.first?.bytesIfPresent(0).map { try AccountIdentifier(bytes: $0) }
            let other = previous == pairing.account ? nil : previous
            var refusal: PairingOutcome?
            if found[1].rows.isEmpty { refusal = .unknownIdentity }
            if other != nil, pairing.policy == .refuse { refusal = .pairedWithAnotherAccount }

            // Reading a challenge that is absent would conflict with every insertion into the same page of the index,
            // which is the only one while there are few. An insertion that does nothing tells that it is present.
            let isFirst =
                try refusal == nil && !isLate
                && connection.run(PostgreSQLQuery(ParticipantStatements.recordUse, record)).rowCount == 1
            if !isFirst {
                let attempt = PostgreSQLQuery(ParticipantStatements.attempt, ["challenge": challenge])
                let recorded = try connection.run(attempt).rows.first?.integer(0)
                if recorded.map({ $0 != use.attempt }) ?? isLate { return .challengeAlreadyUsed }
            }
            if let refusal { return refusal }

            guard previous != pairing.account else { return .paired(revoked: nil) }
            let setAccount = identity.merging(["account": account]) { $1 }
            _ = try connection.run(PostgreSQLQuery(ParticipantStatements.setAccount, setAccount))
            guard let other else { return .paired(revoked: nil) }
            let key = ["collaboration": collaboration, "account": PostgreSQLValue.name(other)]
            let remaining = try connection.run(PostgreSQLQuery(ParticipantStatements.hasAny, key)).rows
            return .paired(revoked: remaining.isEmpty ? other : nil)
        }
    }
}

extension ChallengeUse {
    /// Milliseconds since 1970, rounded up, so that no record is evicted early.
    fileprivate var millisecondOfExpiration: Int64 {
        Int64(clamping: (expiration.timeIntervalSince1970 * 1000).rounded(.up))
    }
}

extension Int64 {
    /// The number nearest to a value that is not a NaN.
    init(clamping value: Double) {
        self = Int64(exactly: value.rounded()) ?? (value > 0 ? .max : .min)
    }
}

extension FaultyStore.Fault {
    /// The rules that a store with this fault breaks, among others.
    var rules: [String] {
        switch self {
        case .losesConcurrentUpdates:
            [
                "One of many concurrent attempts uses a challenge",
                "One of several concurrent accounts is paired with an identity",
                "One of several concurrent removals returns the revoked account",
                "One of several concurrent removals of an account returns its identities",
                "Concurrent calls return what they would in some serial order",
            ]
        case .unpairsIdentityAddedAgain: ["An identity that is added again keeps its account"]
        case .revokesWithFirstIdentity: ["An account is revoked with its last identity and not before"]
        case .removesBeforeAdding:
            ["An identity that one update both adds and removes is removed for good"]
        case .keepsRemovedIdentities:
            ["An update that is applied twice changes nothing the second time"]
        case .mixesCollaborations: ["A change of one collaboration does not affect another"]
        case .neverRefusesSecondAccount:
            [
                "Under the policy to refuse, a second account cannot take an identity over",
                "One of several concurrent accounts is paired with an identity",
            ]
        case .neverReplaces: ["Under the policy to replace, a second account takes an identity over"]
        case .hidesReplacedAccount: ["Random calls return what a plain model returns"]
        case .neverRecordsChallenges, .recordsRefusedChallenges:
            ["A challenge pairs once, and a refusal does not use it up"]
        case .evictsChallengesAtEveryUse: ["A used challenge stays recorded until its expiration"]
        case .refusesRetries: ["A retry of an attempt is not refused as a replay"]
        case .deletesChallengesWithIdentities:
            ["Used challenges stay recorded when a collaboration ends or is forgotten"]
        case .keepsIdentitiesWhenAllAreRemoved:
            ["Removing all identities of a collaboration is final and returns its accounts once"]
        case .forgetsRemovedIdentities: ["An identity that was removed is not added again"]
        case .forgetsRemovalsOfUnknownIdentities:
            ["An identity whose removal arrives before its addition is not added"]
        }
    }
}

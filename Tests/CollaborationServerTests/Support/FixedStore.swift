import CollaborationCore
import CollaborationServer
import Foundation

extension StoreIdentifier {
    /// The identifier of the store in tests of challenges alone.
    static let fixed = StoreIdentifier(rawRepresentation: 0xB0...0xBF) ?? StoreIdentifier()
}

extension ChallengeAuthority {
    /// Issues a challenge for the store of the tests.
    func issue(for collaboration: CollaborationIdentifier = "doc-42", account: AccountIdentifier = "bob")
        -> Data
    {
        issue(for: collaboration, account: account, store: .fixed)
    }

    /// Validates a challenge for the store of the tests.
    func validate(
        _ challenge: Data,
        for collaboration: CollaborationIdentifier = "doc-42",
        account: AccountIdentifier = "bob"
    ) throws(AccessRefusal) -> ValidChallenge {
        // The same checks, without a result.
        try validate(challenge, for: collaboration, account: account, store: .fixed)
        return try validated(challenge, for: collaboration, account: account, store: .fixed)
    }
}

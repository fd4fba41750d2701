import CollaborationCrypto
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// Values that a column of the wrong type changes.
extension PlantedFault {
    static let values = [
        PlantedFault(
            "Names that are numbers are compared as numbers",
            breaking: Folding.Names.accounts.rule,
            nodes: {
                let store = InMemoryParticipantStore()
                let first = FirstSeen<AccountIdentifier, String> { name in
                    Double(name.rawValue).map { "\($0)" } ?? name.rawValue
                }
                return [InterceptedStore { try await $0.map(account: { first($0) }).perform(on: store) }]
            }
        ),
        PlantedFault(
            "The names of a collaboration and of an account are joined by a colon",
            breaking: "The names of a collaboration and of an account are not joined to one name",
            nodes: {
                let store = InMemoryParticipantStore()
                let pairs = Locked<[String: [Pairing]]>([:])
                return [
                    InterceptedStore { operation in
                        switch operation {
                        case .pair(let pairing):
                            let key =
                                "\(pairing.collaborationIdentifier.rawValue):\(pairing.account.rawValue)"
                            pairs.withLock { $0[key, default: []].append(pairing) }
                        case .identities(let account, let collaboration):
                            let key = "\(collaboration.rawValue):\(account.rawValue)"
                            var found: Set<Person.Identity> = []
                            for pairing in pairs.withLock({ $0[key, default: []] }) {
                                found.formUnion(
                                    await store.identities(
                                        of: pairing.account,
                                        in: pairing.collaborationIdentifier
                                    )
                                )
                            }
                            return .identities(found)
                        default: break
                        }
                        return try await operation.perform(on: store)
                    }
                ]
            }
        ),
        PlantedFault(
            "Root hashes are text that ends at a zero byte",
            breaking: "Root hashes that differ in one byte are different identities",
            identityKey: { Array($0.rootHash.prefix { $0 != 0 }) }
        ),
        PlantedFault(
            "Root hashes are cut to 16 bytes",
            breaking: "Root hashes that differ in one byte are different identities",
            identityKey: { Array($0.rootHash.prefix(16)) }
        ),
        PlantedFault(
            "Root hashes are base64 in a column that ignores case",
            breaking: "Root hashes that differ in one byte are different identities",
            identityKey: { Array($0.rootHash.base64EncodedString().lowercased().utf8) }
        ),
        PlantedFault(
            "Identifiers of challenges are text that ends at a zero byte",
            breaking: "Challenges that differ in one byte are different challenges",
            challengeKey: { Array($0.rawRepresentation.prefix { $0 != 0 }) }
        ),
        PlantedFault(
            "Identifiers of challenges are cut to eight bytes",
            breaking: "Challenges that differ in one byte are different challenges",
            challengeKey: { Array($0.rawRepresentation.prefix(8)) }
        ),
        PlantedFault(
            "Attempts are floating-point numbers",
            breaking: "Attempts that differ in one bit are different attempts",
            attempt: { Int64(exactly: Double($0)) ?? .max }
        ),
        PlantedFault(
            "Attempts have 32 bits",
            breaking: "Attempts that differ in one bit are different attempts",
            attempt: { Int64(Int32(truncatingIfNeeded: $0)) }
        ),
        PlantedFault(
            "Attempts have no sign",
            breaking: "Attempts that differ in one bit are different attempts",
            attempt: { $0 & .max }
        ),
    ]

    private init(
        _ description: String,
        breaking rule: String,
        identityKey: @escaping @Sendable (Person.Identity) -> [UInt8]
    ) {
        self.init(description, breaking: rule) {
            let store = InMemoryParticipantStore()
            let first = FirstSeen(key: identityKey)
            return [InterceptedStore { try await $0.map(identity: { first($0) }).perform(on: store) }]
        }
    }

    private init(
        _ description: String,
        breaking rule: String,
        challengeKey: @escaping @Sendable (SHA256Digest) -> [UInt8]
    ) {
        self.init(description, breaking: rule) {
            let store = InMemoryParticipantStore()
            let first = FirstSeen(key: challengeKey)
            return [
                InterceptedStore { operation in
                    try await operation.map(use: { $0.with(digest: first($0.digest)) }).perform(on: store)
                }
            ]
        }
    }

    private init(
        _ description: String,
        breaking rule: String,
        attempt: @escaping @Sendable (Int64) -> Int64
    ) {
        self.init(description, breaking: rule) { operation, store in
            try await operation.map(use: { $0.with(attempt: attempt($0.attempt)) }).perform(on: store)
        }
    }
}

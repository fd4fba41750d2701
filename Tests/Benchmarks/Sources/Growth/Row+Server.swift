import CollaborationProofs
import CollaborationServer
import Foundation

/// A root hash for each number.
func digest(_ number: Int) -> Data {
    Data((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }) + Data(repeating: 0x5a, count: 24)
}

extension Row {
    /// What a server does for its clients.
    static var server: [Row] {
        [
            Row("`CollaborationAccess.apply`: an update of n identities", size: 200) { n in
                let access = access()
                let update = ParticipantsUpdate(
                    collaborationIdentifier: "doc",
                    addedIdentities: try identities(n)
                )
                return { _ = try await access.apply(update) }
            },
            Row("`CollaborationAccess.end`: n identities", size: 200) { n in
                let access = access()
                let update = ParticipantsUpdate(
                    collaborationIdentifier: "doc",
                    addedIdentities: try identities(n)
                )
                _ = try await access.apply(update)
                return { expect(try await access.end("doc").isEmpty, "no account had access") }
            },
            Row("`CollaborationAccess.challenge`: names of n bytes of marks", size: 8_192) { n in
                let access = access()
                let name = marks(byteCount: n)
                return {
                    _ = access.challenge(for: CollaborationIdentifier(name), account: AccountIdentifier(name))
                }
            },
            Row("`ChallengeAuthority.validate`: n bytes that are no challenge", size: 8_192) { n in
                let authority = try ChallengeAuthority(key: ChallengeKey())
                let store = StoreIdentifier()
                let message = Data(repeating: 1, count: n)
                return {
                    expect(
                        (try? authority.validate(message, for: "doc", account: "bob", store: store)) == nil,
                        "it is refused"
                    )
                }
            },
            Row("`CollaborationRecord`: n identities read and stored again", size: 200) { n in
                let store = InMemoryCollaborationStore()
                let update = ParticipantsUpdate(
                    collaborationIdentifier: "doc",
                    addedIdentities: try identities(n)
                )
                try await access(store).apply(update)
                let bytes = await store.record(of: "doc")?.bytes ?? []
                return {
                    expect(try CollaborationRecord(storedForm: bytes).storedForm == bytes, "the same bytes")
                }
            },
        ]
    }

    private static func access(
        _ store: InMemoryCollaborationStore = InMemoryCollaborationStore()
    ) -> CollaborationAccess {
        guard let authority = try? ChallengeAuthority(key: ChallengeKey()) else {
            preconditionFailure("the default lifetime is in range")
        }
        return CollaborationAccess(store: store, challenges: authority)
    }

    private static func identities(_ count: Int) throws -> [Person.Identity] {
        try (0..<count).map { try Person.Identity(rootHash: digest($0)) }
    }
}

import CollaborationModels
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
            Row("`ParticipantRoster.update`: removes all n identities of one account", size: 200) { n in
                let (roster, identities) = try account(withIdentities: n)
                return {
                    var changed = roster
                    expect(
                        try changed.update(adding: [], removing: identities) == ["bob"],
                        "the account is revoked"
                    )
                }
            },
            Row("`ParticipantRoster.identities(of:)`: an account with n identities", size: 500) { n in
                let (roster, _) = try account(withIdentities: n)
                return { expect(roster.identities(of: "bob").count == n, "identities") }
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
            Row("`UsedChallenges.record`: n challenges", size: 200) { n in
                let uses = try uses(n)
                return {
                    var used = UsedChallenges()
                    for use in uses { expect(used.record(use), "each is new") }
                }
            },
            Row("`UsedChallenges`: n challenges decoded", size: 100) { n in
                var used = UsedChallenges()
                for use in try uses(n) { _ = used.record(use) }
                let json = try JSONEncoder().encode(used)
                return { _ = try StrictJSONDecoder().decode(UsedChallenges.self, from: json) }
            },
            Row("`ParticipantRoster`: n identities decoded", size: 100) { n in
                var roster = ParticipantRoster()
                _ = try roster.update(adding: identities(n), removing: [])
                let json = try JSONEncoder().encode(roster)
                return { _ = try StrictJSONDecoder().decode(ParticipantRoster.self, from: json) }
            },
        ]
    }

    private static func access() -> CollaborationAccess {
        guard let authority = try? ChallengeAuthority(key: ChallengeKey()) else {
            preconditionFailure("the default lifetime is in range")
        }
        return CollaborationAccess(store: InMemoryParticipantStore(), challenges: authority)
    }

    private static func identities(_ count: Int) throws -> [Person.Identity] {
        try (0..<count).map { try Person.Identity(rootHash: digest($0)) }
    }

    private static func account(
        withIdentities count: Int
    ) throws -> (ParticipantRoster, [Person.Identity]) {
        let entries = (0..<count).map { #"{"rootHash":"\#(rootHash($0))","account":"bob"}"# }
        let json = "[" + entries.joined(separator: ",") + "]"
        return (
            try StrictJSONDecoder().decode(ParticipantRoster.self, from: json.utf8), try identities(count)
        )
    }

    private static func uses(_ count: Int) throws -> [ChallengeUse] {
        let authority = try ChallengeAuthority(key: ChallengeKey())
        let store = StoreIdentifier()
        return try (0..<count).map { _ in
            let challenge = authority.issue(for: "doc", account: "bob", store: store)
            return try authority.validate(challenge, for: "doc", account: "bob", store: store).use()
        }
    }
}

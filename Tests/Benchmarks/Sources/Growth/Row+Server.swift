import CollaborationModels
import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation

extension Row {
    /// What a server does for its clients.
    static var server: [Row] {
        [
            Row("`CollaborationAccess.apply`: an update of n identities", size: 200) { n in
                let (access, update) = (access(), try update(n))
                return { _ = try await access.apply(update) }
            },
            Row("`CollaborationAccess.end`: n identities", size: 200) { n in
                let access = access()
                _ = try await access.apply(update(n))
                return { expect(try await access.end("doc").isEmpty, "no account had access") }
            },
            Row("`CollaborationAccess.challenge`: names of n bytes of marks", size: 8_192) { n in
                let (access, name) = (access(), marks(byteCount: n))
                return {
                    _ = access.challenge(for: CollaborationIdentifier(name), account: AccountIdentifier(name))
                }
            },
            Row("`ChallengeAuthority.validate`: n bytes that are no challenge", size: 8_192) { n in
                let authority = try ChallengeAuthority(key: ChallengeKey())
                let store = StoreIdentifier()
                let message = Data(repeating: 1, count: n)
                return {
                    expectRefusal {
                        try authority.validate(message, for: "doc", account: "bob", store: store)
                    }
                }
            },
            Row("`CollaborationRecord`: n identities read and stored again", size: 200) { n in
                let store = InMemoryCollaborationStore()
                try await access(store).apply(update(n))
                let bytes = await store.record(of: "doc")?.bytes ?? []
                return {
                    expect(try CollaborationRecord(storedForm: bytes).storedForm == bytes, "the same bytes")
                }
            },
        ]
    }

    /// Proofs that were captured on a device.
    static var diagnosis: [Row] {
        [
            Row("`ProofDiagnosis`: n known root hashes, alike for 80 bytes", size: 500) { n in
                let bob = SimulatedPerson("Bob")
                let challenge = Data("challenge".utf8)
                let signed = try bob.devices[0].signedProof(signing: challenge, for: bob.identity(in: "doc"))
                let proof = String(decoding: try JSONEncoder().encode(signed), as: UTF8.self)
                let roots = (0..<n).map { Data(repeating: 7, count: 80) + Data("\($0)".utf8) }
                let known = roots.map { "\"\($0.base64EncodedString())\"" }.joined(separator: ",")
                let signedBytes = challenge.base64EncodedString()
                let json = #"{"challenge":"\#(signedBytes)","proof":\#(proof),"knownRootHashes":[\#(known)]}"#
                return {
                    expect(try ProofDiagnosis(json: json.utf8).verdict == .unknownRoot, "no root is known")
                }
            }
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

    /// An update that adds a number of identities.
    private static func update(_ count: Int) throws -> ParticipantsUpdate {
        ParticipantsUpdate(
            collaborationIdentifier: "doc",
            addedIdentities: try (0..<count).map { try Person.Identity(rootHash: rootHash($0)) }
        )
    }
}

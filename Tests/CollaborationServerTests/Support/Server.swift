import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// A time that a test sets.
final class Wristwatch: Sendable {
    private let time = Locked(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { time.withLock(\.self) }

    func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}

/// A server with a store, as a test needs it.
struct Server {
    let watch: Wristwatch
    let store = InMemoryParticipantStore()
    let challenges: ChallengeAuthority
    let access: CollaborationAccess

    init(
        watch: Wristwatch = Wristwatch(),
        acceptsDeviceNonces: Bool = false,
        proofPolicy: IdentityProofPolicy = .standard,
        pairingPolicy: PairingPolicy = .refuse
    ) {
        self.watch = watch
        challenges = ChallengeAuthority(
            key: ChallengeKey(),
            acceptsDeviceNonces: acceptsDeviceNonces,
            now: { watch.now }
        )
        access = CollaborationAccess(
            store: store,
            challenges: challenges,
            proofPolicy: proofPolicy,
            pairingPolicy: pairingPolicy
        )
    }

    /// Lets an account in by an honest device.
    @discardableResult
    func admit(
        _ device: SimulatedDevice,
        of identity: DerivedIdentity,
        as account: AccountIdentifier
    ) async throws -> Admission {
        let collaboration = identity.collaborationIdentifier
        let challenge = access.challenge(for: collaboration, account: account)
        let proof = try device.signedProof(signing: challenge, for: identity)
        return try await access.admit(proof, answering: challenge, as: account, to: collaboration)
    }
}

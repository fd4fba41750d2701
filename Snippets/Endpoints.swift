// The three endpoints of a server, without a web framework, and the client that talks to them.
//
// Run it with `swift run Endpoints`.

import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation

/// The status and the body of an answer over HTTP.
struct Response {
    var status: Int
    var body: Data

    init(status: Int, body: some Encodable) throws {
        self.status = status
        self.body = try JSONEncoder().encode(body)
    }
}

struct Endpoints {
    let collaborations: CollaborationAccess

    /// The owner of each document, as the server knows it.
    let owners: [CollaborationIdentifier: AccountIdentifier]

    /// The sender's app reports whom Messages added to a document and removed from it.
    func postParticipants(
        _ body: Data,
        of collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws -> Response {
        try await answer {
            // Check the document that the update names, since the update is applied to that one.
            let update = try ParticipantsUpdate(json: body)
            guard update.collaborationIdentifier == collaboration, owners[collaboration] == account else {
                return try Response(status: 403, body: PublicRefusal.accessDenied)
            }
            let revoked = try await collaborations.apply(update)
            return try Response(status: 200, body: revoked.sorted())
        }
    }

    /// A recipient's app asks what its device shall sign.
    func getChallenge(
        for collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) throws -> Response {
        try Response(status: 200, body: collaborations.challenge(for: collaboration, account: account))
    }

    /// A recipient's app answers the challenge.
    func postProof(
        _ body: Data,
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws -> Response {
        try await answer {
            let message = try IdentityProofAnswer(json: body)
            let admission = try await collaborations.admit(
                message.proof,
                answering: message.challenge,
                as: account,
                to: collaboration
            )
            return try Response(status: 200, body: admission.account)
        }
    }

    private func answer(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as MalformedJSONError {
            return try Response(status: 400, body: error.description)
        } catch let error as ParticipantLimitError {
            return try Response(status: 400, body: "\(error)")
        } catch is CollaborationConflictError {
            return try Response(status: 503, body: "busy")
        } catch {
            guard let refusal = AccessRefusal(error) else { throw error }
            print("log: refused, \(refusal)")
            return try Response(status: PublicRefusal.statusCode, body: refusal.publicAnswer)
        }
    }
}

/// The challenge was issued for another account or another collaboration.
struct ForeignChallenge: Error {}

/// Signs a challenge of the server on a device, unless it was issued for somebody else.
func sign(
    _ challenge: Data,
    as account: AccountIdentifier,
    on device: SimulatedDevice,
    proving invited: DerivedIdentity
) throws -> IdentityProofAnswer {
    guard try Challenge(data: challenge).isIssued(for: "doc-42", account: account) else {
        throw ForeignChallenge()
    }
    let proof = try device.signedProof(signing: challenge, for: invited)
    return IdentityProofAnswer(challenge: challenge, proof: proof)
}

let endpoints = Endpoints(
    collaborations: CollaborationAccess(
        store: InMemoryCollaborationStore(),
        challenges: try ChallengeAuthority(key: ChallengeKey())
    ),
    owners: ["doc-42": "alice", "doc-43": "mallory"]
)
func show(_ request: String, _ response: Response) {
    print("\(request): \(response.status) \(String(decoding: response.body, as: UTF8.self))")
}

let bob = SimulatedPerson("Bob")
let invited = try bob.identity(in: "doc-42")
let update = try JSONEncoder().encode(
    ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: [invited.identity])
)
show("Mallory adds somebody", try await endpoints.postParticipants(update, of: "doc-42", as: "mallory"))
show(
    "Mallory names her own document",
    try await endpoints.postParticipants(update, of: "doc-43", as: "mallory")
)
show("Alice adds Bob", try await endpoints.postParticipants(update, of: "doc-42", as: "alice"))

let challenge = try StrictJSONDecoder().decode(
    Data.self,
    from: endpoints.getChallenge(for: "doc-42", as: "bob").body
)
let body = try JSONEncoder().encode(sign(challenge, as: "bob", on: bob.devices[0], proving: invited))
show("Bob without a body", try await endpoints.postProof(Data("{}".utf8), to: "doc-42", as: "bob"))
show("Bob", try await endpoints.postProof(body, to: "doc-42", as: "bob"))
show("Bob's proof again", try await endpoints.postProof(body, to: "doc-42", as: "bob"))

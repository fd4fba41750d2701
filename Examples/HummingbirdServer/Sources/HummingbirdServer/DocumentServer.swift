import CollaborationModels
import CollaborationServer
import Foundation
import Hummingbird

/// A server that stores documents.
///
/// `CollaborationAccess` decides who may open them besides their owners.
@main
struct DocumentServer: Sendable {
    struct Document: Sendable { let owner: AccountIdentifier, text: String }
    struct Challenge: ResponseCodable { let challenge: Data }

    let documents: [CollaborationIdentifier: Document] = ["doc-42": .init(owner: "alice", text: "Baking")]

    // Several servers share a store in a database, and a key that is loaded as a secret.
    let collaborations: CollaborationAccess

    init() throws {
        collaborations = try CollaborationAccess(
            store: InMemoryParticipantStore(),
            challenges: .init(key: .init())
        )
    }

    func router() -> Router<AppContext> {
        let router = Router(context: AppContext.self)
        router.add(middleware: RefusalAnswers())
        router.add(middleware: StandInAuthentication())

        // The sender's app posts every update action here.
        router.post("participants") { request, context -> HTTPResponse.Status in
            let update = try await request.message(in: context, reading: ParticipantsUpdate.init(json:))
            let owner = documents[update.collaborationIdentifier]?.owner
            guard try owner == context.account else { throw Denial.notTheOwner }
            let revoked = try await collaborations.apply(update)
            context.logger.info("Updated", metadata: ["revoked": .array(revoked.map { "\($0)" })])
            return .noContent
        }

        // A recipient's device signs the challenge. The answer does not reveal whether the document exists.
        router.post("documents/:document/challenge") { _, context in
            Challenge(
                challenge: try collaborations.challenge(for: context.document, account: context.account)
            )
        }

        // The device posts its proof here.
        router.post("documents/:document/proof") { request, context -> HTTPResponse.Status in
            let (document, account) = (try context.document, try context.account)
            let answer = try await request.message(in: context, reading: IdentityProofAnswer.init(json:))
            try await collaborations.admit(
                answer.proof,
                answering: answer.challenge,
                as: account,
                to: document
            )
            return .noContent
        }

        // The documents that others have shared with the account, in the order of their identifiers.
        router.get("documents") { _, context -> [String] in
            try await collaborations.collaborations(of: context.account).sorted().map(\.rawValue)
        }

        // A participant leaves, and may come back through the link.
        router.delete("documents/:document/participation") { _, context -> HTTPResponse.Status in
            try await collaborations.leave(context.document, as: context.account)
            return .noContent
        }

        // Checks access at every request, since it may have been revoked since the last.
        router.get("documents/:document") { _, context -> String in
            let (identifier, account) = (try context.document, try context.account)
            guard let document = documents[identifier] else { throw Denial.noAccess }
            if document.owner == account { return document.text }
            guard try await collaborations.access(of: account, to: identifier) != nil else {
                throw Denial.noAccess
            }
            return document.text
        }
        return router
    }

    static func main() async throws {
        let port = ProcessInfo.processInfo.environment["PORT"].flatMap { Int($0) } ?? 8080
        try await Application(
            router: try DocumentServer().router(),
            configuration: .init(address: .hostname(port: port))
        ).runService()
    }
}

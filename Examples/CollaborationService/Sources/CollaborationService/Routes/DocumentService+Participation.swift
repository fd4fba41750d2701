import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird

/// What a person does to whom others have sent a document.
extension DocumentService {
    func addParticipationRoutes(to router: RouterGroup<AppContext>) {
        router.get("shared", use: listShared)
        router.post("documents/:document/challenge", use: makeChallenge)
        router.post("documents/:document/proof", use: checkProof)
        router.delete("documents/:document/participation", use: leave)
    }

    /// Lists the documents that others share with the account, in the order of their identifiers, a page at a time.
    ///
    /// A document that is not shared any more is left out, also while its participants are still stored, and so is one of
    /// the account's own. Then the page has fewer entries than the limit.
    @Sendable
    private func listShared(
        _ request: Request,
        _ context: AppContext
    ) async throws -> Page<CollaborationIdentifier> {
        let (account, page) = (try context.account, try PageRequest(request))
        let identifiers = try await collaborations.collaborations(
            of: account,
            after: page.document,
            limit: page.limit
        )
        try requestLimit?.takeMore(RequestCost.list(identifiers.count), of: account)
        let shared = try await documents.documents(identifiers).filter { $0.isShared && $0.owner != account }
        let last = identifiers.count < page.limit ? nil : identifiers.last?.rawValue
        return Page(entries: shared.map(\.identifier), last: last, request: page)
    }

    /// Makes a challenge for the device to sign.
    ///
    /// The answer does not reveal whether the document exists.
    @Sendable
    private func makeChallenge(_ request: Request, _ context: AppContext) async throws -> ChallengeAnswer {
        try checkClock()
        return ChallengeAnswer(
            challenge: try collaborations.challenge(for: context.document, account: context.account)
        )
    }

    @Sendable
    private func checkProof(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status {
        try checkClock()
        let (identifier, account) = (try context.document, try context.account)
        guard try await documents.document(identifier)?.isShared == true else {
            throw Denial(reason: .notShared, document: identifier)
        }
        let answer = try await message(
            of: request,
            from: account,
            upTo: DocumentLimits.proofBodyByteCount,
            reading: IdentityProofAnswer.init(json:)
        )
        _ = try await measuringAdmission {
            try await collaborations.admit(
                answer.proof,
                answering: answer.challenge,
                as: account,
                to: identifier
            )
        }
        events?.send(DocumentEvent(kind: .granted, document: identifier, account: account))
        return .noContent
    }

    private func checkClock() throws {
        guard clock?.isWrong != true else {
            throw HTTPError(
                .serviceUnavailable,
                headers: [.retryAfter: "60"],
                message: "The clock of this server is wrong."
            )
        }
    }

    /// Ends the account's own access.
    ///
    /// It may come back through the link.
    @Sendable
    private func leave(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status {
        let (identifier, account) = (try context.document, try context.account)
        if try await !collaborations.leave(identifier, as: account).isEmpty {
            events?.send(DocumentEvent(kind: .left, document: identifier, account: account))
        }
        return .noContent
    }
}

/// The bytes for a device to sign.
struct ChallengeAnswer: ResponseEncodable {
    let challenge: Data
}

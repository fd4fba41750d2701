import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import Logging

/// What the owner of a document does to share it, and the owner's app.
extension DocumentService {
    func addSharingRoutes(to router: RouterGroup<AppContext>) {
        router.post("documents/:document/share", use: share)
        router.delete("documents/:document/share", use: endSharing)
        router.get("documents/:document/participants", use: listParticipants)
        router.post("participants", use: updateParticipants)
    }

    /// Notes that a document is shared, and answers what the app fulfills its start action with.
    ///
    /// The participants of an earlier collaboration are removed before the document is noted as shared. So they have no
    /// access also if the server crashed while it ended that collaboration.
    /// Of two such requests at once, the later one may remove whom the owner has invited in between, who then needs a new
    /// invitation: access is lost rather than given.
    @Sendable
    private func share(_ request: Request, _ context: AppContext) async throws -> Share {
        let account = try context.account
        let document = try await ownDocument(context.document, of: account)
        if !document.isShared {
            try requestLimit?.takeMore(RequestCost.endOfCollaboration, of: account)
            try await collaborations.end(document.identifier)
            try await documents.setShared(document.identifier, true)
        }
        // The request's own name for the server reaches nobody but its sender.
        let base = publicURL ?? "http://\(request.head.authority ?? "127.0.0.1")"
        let name = document.identifier.rawValue
        return Share(collaborationIdentifier: document.identifier, url: "\(base)/documents/\(name)")
    }

    /// Ends the access of everybody but the owner.
    ///
    /// The first write does it. After a crash behind it the participants are still stored, without access: they are
    /// removed when the owner repeats the request, shares the document again, or deletes it.
    @Sendable
    private func endSharing(_ request: Request, _ context: AppContext) async throws -> HTTPResponse.Status {
        let (identifier, account) = (try context.document, try context.account)
        _ = try await ownDocument(identifier, of: account)
        try requestLimit?.takeMore(RequestCost.endOfCollaboration, of: account)
        try await documents.setShared(identifier, false)
        let revoked = try await collaborations.end(identifier)
        report(revoked, in: identifier, context)
        return .noContent
    }

    @Sendable
    private func listParticipants(
        _ request: Request,
        _ context: AppContext
    ) async throws -> Page<ParticipantEntry> {
        let page = try PageRequest(request)
        let last = try page.identity
        let document = try await ownDocument(context.document, of: context.account)
        guard document.isShared else { return Page(entries: [], last: nil, request: page) }
        let found = try await collaborations.record(of: document.identifier).participants
            .drop { participant in last.map { !participant.identity.follows($0) } ?? false }
            .prefix(page.limit)
        let end = found.count < page.limit ? nil : found.last?.identity
        return Page(
            entries: found.map { ParticipantEntry(rootHash: $0.identity.rootHash, account: $0.account) },
            last: end?.rootHash.base64EncodedString(),
            request: page
        )
    }

    /// Adds and removes participants, as the owner's app was told by the system.
    @Sendable
    private func updateParticipants(
        _ request: Request,
        _ context: AppContext
    ) async throws -> HTTPResponse.Status {
        let account = try context.account
        let update = try await message(
            of: request,
            from: account,
            upTo: DocumentLimits.updateBodyByteCount,
            reading: ParticipantsUpdate.init(json:)
        )
        try requestLimit?.takeMore(RequestCost.update(update), of: account)
        let document = try await ownDocument(update.collaborationIdentifier, of: account)
        guard document.isShared else { throw Denial(reason: .notShared, document: document.identifier) }
        let revoked = try await collaborations.apply(update)
        events?.send(DocumentEvent(kind: .updated, document: document.identifier, account: account))
        report(revoked, in: document.identifier, context)
        return .noContent
    }

    private func report(
        _ revoked: Set<AccountIdentifier>,
        in identifier: CollaborationIdentifier,
        _ context: AppContext
    ) {
        for account in revoked.sorted() {
            context.logger.info(
                "Revoked",
                metadata: ["account": "\(account.rawValue)", "document": "\(identifier.rawValue)"]
            )
            events?.send(DocumentEvent(kind: .removed, document: identifier, account: account))
        }
    }
}

/// What an app fulfills its start action with.
struct Share: ResponseEncodable {
    let collaborationIdentifier: CollaborationIdentifier
    let url: String
}

/// An identity that was invited, with the account that has proven it.
struct ParticipantEntry: Encodable, Sendable {
    let rootHash: Data

    /// Nil while nobody has proven the identity.
    let account: AccountIdentifier?
}

extension Person.Identity {
    fileprivate func follows(_ other: Person.Identity) -> Bool {
        other.rootHash.lexicographicallyPrecedes(rootHash)
    }
}

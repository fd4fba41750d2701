public import CollaborationClient
public import CollaborationCore
public import CollaborationServer

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An app's server in its own process: to try the app, and to test it, before there is a server.
public struct LocalSharingServer: SharingServer {
    /// Tells this server from others.
    public let identifier: SharingServerIdentifier

    private let collaborations: Collaborations
    private let template: LinkTemplate

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - collaborations: What decides about access.
    ///   - link: The universal links, with `{collaboration}` for the identifier.
    ///   - identifier: Tells this server from others.
    public init(
        _ collaborations: Collaborations,
        link: String = "https://recipes.example/d/{collaboration}",
        identifier: SharingServerIdentifier = "local"
    ) {
        (self.collaborations, self.identifier) = (collaborations, identifier)
        template = LinkTemplate(link)
    }

    /// The collaboration that a link opens.
    public func collaboration(of link: URL) -> CollaborationIdentifier? { template.collaboration(of: link) }

    /// Shares a document.
    ///
    /// It is the collaboration that the request names, if the account owns it; a participant is refused. A name that the
    /// account has no access to gets a new collaboration, as in the example service.
    public func start(
        _ request: StartRequest,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> StartResponse {
        let named = request.collaborationIdentifier
        var collaboration = StartRequest(idempotencyKey: request.idempotencyKey).collaboration(startedBy: account)
        if let named, let access = try await access(to: named, as: account) {
            guard access.isOwner else { throw .refused }
            collaboration = named
        }
        guard let url = template.link(to: collaboration) else { throw .malformed }
        _ = try await asked { [collaboration] () throws(CollaborationError) in
            try await collaborations[collaboration].start(request, as: account)
        }
        return StartResponse(collaborationIdentifier: collaboration, url: url)
    }

    /// Adds and removes participants.
    public func apply(
        _ update: ParticipantsUpdate,
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) {
        _ = try await asked { () throws(CollaborationError) in
            try await collaborations[collaboration].apply(update, by: .account(account))
        }
    }

    /// Returns what the account may do; nil if it has no access.
    public func access(
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> AccessAnswer? {
        try await asked { () throws(CollaborationError) in
            try await collaborations[collaboration].access(of: account)?.answer
        }
    }

    /// Issues a challenge for the account.
    public func challenge(
        for collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> ChallengeMessage {
        try await asked { () throws(CollaborationError) in try collaborations[collaboration].challenge(as: account) }
    }

    /// Gives the account access by a proof.
    public func admit(
        _ answer: IdentityProofAnswer,
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) {
        _ = try await asked { () throws(CollaborationError) in
            try await collaborations[collaboration].admit(answer, as: account)
        }
    }

    /// Returns the identities that a participant has proven.
    public func identities(
        of participant: AccountIdentifier,
        in collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> [Person.Identity] {
        let identities = try await asked { () throws(CollaborationError) in
            try await collaborations[collaboration].identities(of: participant, for: account)
        }
        return IdentitiesAnswer(identities: identities).identities
    }

    /// Ends the account's own access.
    public func leave(
        _ collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) {
        _ = try await asked { () throws(CollaborationError) in
            try await collaborations[collaboration].leave(as: account)
        }
    }

    /// Ends the collaboration for everybody.
    public func end(
        _ collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) {
        _ = try await asked { () throws(CollaborationError) in
            try await collaborations[collaboration].end(by: .account(account))
        }
    }

    /// Returns a page of the collaborations that the account has access to.
    public func list(
        after collaboration: CollaborationIdentifier?,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> [CollaborationIdentifier] {
        try await asked { () throws(CollaborationError) in
            try await collaborations.list(of: account, after: collaboration)
        }
    }

    /// Turns the server's error into what a client sees of it.
    private func asked<Answer>(
        _ question: () async throws(CollaborationError) -> Answer
    ) async throws(SharingServerError) -> Answer {
        do throws(CollaborationError) {
            return try await question()
        } catch {
            switch error {
            case .refused: throw .refused
            case .malformed, .options, .limit: throw .malformed
            case .full, .busy, .canceled, .store: throw .later(nil)
            case .damagedRecord: throw .unexpected(status: 500)
            }
        }
    }
}

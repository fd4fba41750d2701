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

    /// Does what an account asks for.
    ///
    /// A document is shared as the collaboration that the request names, if the account owns it; a participant is refused. A
    /// name that the account has no access to, as when it is used up, gets a new collaboration, as in the example service.
    public func respond(
        to request: SharingRequest,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> SharingResponse {
        do {
            switch request {
            case .start(let request):
                let collaboration = try await collaborations.start(request, as: account).collaboration
                guard let url = template.link(to: collaboration) else { throw SharingServerError.malformed }
                return .started(StartResponse(collaborationIdentifier: collaboration, url: url))
            case .apply(let update, let collaboration):
                _ = try await collaborations[collaboration].apply(update, by: .account(account))
            case .access(let collaboration):
                return .access(try await collaborations[collaboration].access(of: account)?.answer)
            case .challenge(let collaboration):
                return .challenge(try collaborations[collaboration].challenge(as: account))
            case .admit(let answer, let collaboration):
                try await collaborations[collaboration].admit(answer, as: account)
            case .identities(let participant, let collaboration):
                let identities = try await collaborations[collaboration].identities(of: participant, for: account)
                return .identities(IdentitiesAnswer(identities: identities).identities)
            case .leave(let collaboration): _ = try await collaborations[collaboration].leave(as: account)
            case .end(let collaboration): _ = try await collaborations[collaboration].end(by: .account(account))
            case .list(let collaboration):
                return .list(try await collaborations.list(of: account, after: collaboration))
            }
            return .done
        } catch let error as SharingServerError {
            throw error
        } catch {
            throw SharingServerError(error)
        }
    }
}

extension SharingServerError {
    /// What a client sees of an error of the server.
    fileprivate init(_ error: any Error) {
        self =
            switch (error as? CollaborationError)?.status {
            case 400: .malformed
            case 403: .refused
            case 503: .later(nil)
            default: .unexpected(status: 500)
            }
    }
}

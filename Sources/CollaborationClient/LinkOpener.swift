import CollaborationCore
import CollaborationModels
import Foundation

/// Opens a link as an account: asks for access first, and proves the invitation if there is none.
struct LinkOpener: Sendable {
    /// How long it waits for the link of a message that has just come.
    ///
    /// A running app was seen to get the new list five seconds after Messages has indexed the message.
    static let indexingTime = Duration.seconds(7)

    let server: any SharingServer
    let center: any HighlightCenter
    let clock: any Clock<Duration>

    func open(_ url: URL, as account: AccountIdentifier) async -> Opening {
        guard let collaboration = server.collaboration(of: url) else { return .tryLater(.notALink) }
        do {
            if let access = try await server.access(to: collaboration, as: account) { return .open(access) }
            let highlight = try await highlight(of: url, to: collaboration)
            let challenge = try await server.challenge(for: collaboration, as: account)
            let answer = try await center.answer(challenge, for: highlight, account: account)
            return .open(try await admit(answer, to: collaboration, as: account))
        } catch {
            return Opening(error)
        }
    }

    /// The challenge is used up if the response was lost, so the server is asked for access and the proof is not sent again.
    private func admit(
        _ answer: IdentityProofAnswer,
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws -> AccessAnswer {
        var failure = SharingServerError.refused
        do throws(SharingServerError) {
            _ = try await server.respond(to: .admit(answer, to: collaboration), as: account)
        } catch {
            failure = error
        }
        guard let access = try await server.access(to: collaboration, as: account) else { throw failure }
        return access
    }

    /// Looks the link up, and once more when Messages has indexed the message that brought it.
    private func highlight(
        of url: URL,
        to collaboration: CollaborationIdentifier
    ) async throws(HighlightCenterError) -> CollaborationHighlight {
        do throws(HighlightCenterError) {
            return try await center.collaborationHighlight(for: url)
        } catch {
            guard error == .invalidURL else { throw error }
        }
        // Messages knows the link as it was sent: without the query, or the slash, that came to it on its way.
        if let known = try? center.collaborationHighlight(forIdentifier: collaboration) { return known }
        await withTaskGroup { group in
            group.addTask {
                _ = await center.highlightUpdates.first {
                    $0.contains { $0.collaboration?.collaborationIdentifier == collaboration }
                }
            }
            group.addTask { try? await clock.sleep(for: Self.indexingTime) }
            await group.next()
            group.cancelAll()
        }
        return try center.collaborationHighlight(forIdentifier: collaboration)
    }
}

extension Opening {
    /// What the error of a step means.
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case SharingServerError.noNetwork: .tryLater(.noNetwork)
            case SharingServerError.notSignedIn: .signIn
            case SharingServerError.later(let date): .tryLater(.busy(until: date))
            case SharingServerError.refused, HighlightCenterError.invalidURL, ProofAnswerError.center(.invalidURL):
                .needsInvitation
            case ProofAnswerError.noProofYet: .tryLater(.noProofYet)
            case ProofAnswerError.wrongChallenge(.challengeForAnotherAccount): .tryLater(.accountChanged)
            default: .tryLater(.failed)
            }
    }
}

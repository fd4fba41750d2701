import CollaborationCore
import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Opens a link as an account: asks for access first, and proves the invitation if there is none.
struct LinkOpener: Sendable {
    /// How long it waits for Messages to index a message.
    static let indexingTime = Duration.seconds(2)

    let server: any SharingServer
    let center: any HighlightCenter
    let clock: any Clock<Duration>

    func open(_ url: URL, as account: AccountIdentifier) async -> Opening {
        guard let collaboration = server.collaboration(of: url) else { return .tryLater(.notALink) }
        do throws(SharingServerError) {
            if let access = try await server.access(to: collaboration, as: account) { return .open(access) }
            let highlight: CollaborationHighlight
            do throws(HighlightCenterError) {
                highlight = try await self.highlight(of: url)
            } catch {
                return error == .invalidURL ? .needsInvitation : .tryLater(.failed)
            }
            let challenge = try await server.challenge(for: collaboration, as: account)
            let answer: IdentityProofAnswer
            do throws(ProofAnswerError) {
                answer = try await center.answer(challenge, for: highlight, account: account)
            } catch {
                return Opening(error)
            }
            return try await admit(answer, to: collaboration, as: account)
        } catch {
            return Opening(error)
        }
    }

    /// The challenge is used up if the response was lost, so the server is asked for access and the proof is not sent again.
    private func admit(
        _ answer: IdentityProofAnswer,
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> Opening {
        var failure = SharingServerError.refused
        do throws(SharingServerError) {
            try await server.admit(answer, to: collaboration, as: account)
        } catch .refused {
            return .needsInvitation
        } catch {
            failure = error
        }
        return Opening(try await server.access(to: collaboration, as: account), or: failure)
    }

    /// Looks the link up, and once more when Messages has indexed the message that brought it.
    private func highlight(of url: URL) async throws(HighlightCenterError) -> CollaborationHighlight {
        do throws(HighlightCenterError) {
            return try await center.collaborationHighlight(for: url)
        } catch {
            guard error == .invalidURL else { throw error }
        }
        await withTaskGroup { group in
            group.addTask {
                for await highlights in center.highlightUpdates where highlights.contains(where: { $0.url == url }) {
                    return
                }
            }
            group.addTask { try? await clock.sleep(for: Self.indexingTime) }
            await group.next()
            group.cancelAll()
        }
        return try await center.collaborationHighlight(for: url)
    }
}

extension Opening {
    fileprivate init(_ access: AccessAnswer?, or error: SharingServerError) {
        if let access { self = .open(access) } else { self.init(error) }
    }

    fileprivate init(_ error: ProofAnswerError) {
        switch error {
        case .noProofYet: self = .tryLater(.noProofYet)
        case .wrongChallenge(.challengeForAnotherAccount): self = .tryLater(.accountChanged)
        case .center(.invalidURL): self = .needsInvitation
        case .wrongChallenge, .center: self = .tryLater(.failed)
        }
    }
}

import CollaborationCore
import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a simulated device answers when an app asks for a signed identity proof.
public enum SimulatedSigning: Hashable, Sendable {
    /// The device signs, and proves its key when the invitation included it.
    case normal

    /// The device has not indexed the message yet: it signs but has no proof.
    case noProofYet

    /// The lookup that precedes every signature takes too long: the clock is moved by three seconds, and the call throws
    /// `HighlightCenterError/internalError`.
    case timesOut
}

struct SimulatedHighlightCenter: HighlightCenter {
    let isSystemCollaborationSupportAvailable: Bool

    let person: SimulatedPerson
    let device: SimulatedDevice
    let signing: SimulatedSigning
    let mailbox: Mailbox
    let clock: SimulatedClock

    /// The links that were sent to the person or by the person, the latest first.
    var highlights: [Highlight] { mailbox.highlights }

    /// The highlights now, and again after each delivery.
    var highlightUpdates: AsyncStream<[Highlight]> { mailbox.updates }

    func highlight(for url: URL) async throws(HighlightCenterError) -> Highlight {
        try await collaborationHighlight(for: url).highlight
    }

    func collaborationHighlight(for url: URL) async throws(HighlightCenterError) -> CollaborationHighlight {
        let link = url.absoluteString
        return try highlight { $0.url.absoluteString == link }
    }

    func collaborationHighlight(
        forIdentifier collaborationIdentifier: CollaborationIdentifier
    ) throws(HighlightCenterError) -> CollaborationHighlight {
        try highlight { $0.collaborationIdentifier == collaborationIdentifier }
    }

    func signedIdentityProof(
        for highlight: CollaborationHighlight,
        using data: Data
    ) async throws(HighlightCenterError) -> Person.SignedIdentityProof {
        let identifier = highlight.collaborationIdentifier
        guard let delivery = mailbox.delivery(where: { $0.collaborationIdentifier == identifier }) else {
            throw .internalError
        }
        switch signing {
        case .timesOut:
            clock.advance(by: .seconds(3))
            throw .internalError
        case .normal:
            let proof = delivery.identity.flatMap { try? device.signedProof(signing: data, for: $0) }
            if let proof { return proof }
        case .noProofYet: break
        }
        guard let proof = device.emptyProof(signing: data, in: identifier) else { throw .internalError }
        return proof
    }

    func postNotice(for event: any HighlightEvent) {
        let link = event.highlightURL.absoluteString
        guard let delivery = mailbox.delivery(where: { $0.url.absoluteString == link }),
            let notice = Notice(of: event, in: delivery.highlight, by: person.name)
        else { return }
        let collaboration = delivery.highlight.collaborationIdentifier
        let addressees = notice.addressee.map { mentioned in
            Set(
                delivery.threads.compactMap { thread in
                    thread.withState { $0.handle(of: mentioned, in: collaboration) }
                }
            )
        }
        for thread in delivery.threads {
            thread.withState { $0.post(notice, from: person.handle, onlyTo: addressees) }
        }
    }

    func clearNotices(for highlight: CollaborationHighlight) {
        let identifier = highlight.collaborationIdentifier
        let delivery = mailbox.delivery { $0.collaborationIdentifier == identifier }
        for thread in delivery?.threads ?? [] {
            thread.withState { $0.clearNotices(of: identifier, from: person.handle) }
        }
    }

    private func highlight(
        where condition: (CollaborationHighlight) -> Bool
    ) throws(HighlightCenterError) -> CollaborationHighlight {
        guard let delivery = mailbox.delivery(where: condition) else { throw .invalidURL }
        return delivery.highlight
    }
}

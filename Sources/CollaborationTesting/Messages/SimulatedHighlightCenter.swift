public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The highlight centre of a device of a simulated person.
public struct SimulatedHighlightCenter: HighlightCenter {
    private let person: SimulatedPerson
    private let device: SimulatedDevice
    private let mailbox: Mailbox

    init(person: SimulatedPerson, device: SimulatedDevice, mailbox: Mailbox) {
        self.person = person
        self.device = device
        self.mailbox = mailbox
    }

    /// The links that were sent to the person or by the person, the latest first.
    public var highlights: [Highlight] { mailbox.highlights }

    /// The highlights now, and again after each delivery.
    public var highlightUpdates: AsyncStream<[Highlight]> { mailbox.updates }

    /// Finds the highlight of a link.
    public func highlight(for url: URL) async throws(HighlightCenterError) -> Highlight {
        try await collaborationHighlight(for: url).highlight
    }

    /// Finds the collaboration of a link.
    public func collaborationHighlight(
        for url: URL
    ) async throws(HighlightCenterError) -> CollaborationHighlight {
        try delivery { $0.url == url }.highlight
    }

    /// Finds a collaboration.
    public func collaborationHighlight(
        forIdentifier collaborationIdentifier: CollaborationIdentifier
    ) throws(HighlightCenterError) -> CollaborationHighlight {
        try delivery { $0.collaborationIdentifier == collaborationIdentifier }.highlight
    }

    /// Signs data with the device's key for a collaboration and proves that the key belongs to the person's
    /// identity.
    ///
    /// The device cannot when the person was not invited, as who sent the link was not, or had not this
    /// device then.
    public func signedIdentityProof(
        for highlight: CollaborationHighlight,
        using data: Data
    ) async throws(HighlightCenterError) -> Person.SignedIdentityProof {
        let found = try delivery { $0.collaborationIdentifier == highlight.collaborationIdentifier }
        guard let identity = found.identity,
            let proof = try? device.signedProof(signing: data, for: identity)
        else { throw .internalError }
        return proof
    }

    /// Shows a notice in the thread that the link was sent in, if the person still takes part.
    public func postNotice(for event: any HighlightEvent) {
        guard let found = mailbox.delivery(where: { $0.url == event.highlightURL }),
            let notice = Notice(of: event, in: found.highlight, by: person.name)
        else { return }
        found.thread.post(notice, from: person.handle)
    }

    /// Takes back the notices of a collaboration that the person's devices have posted.
    public func clearNotices(for highlight: CollaborationHighlight) {
        let identifier = highlight.collaborationIdentifier
        guard let found = mailbox.delivery(where: { $0.collaborationIdentifier == identifier }) else {
            return
        }
        found.thread.clearNotices(of: identifier, from: person.handle)
    }

    private func delivery(
        where condition: (CollaborationHighlight) -> Bool
    ) throws(HighlightCenterError) -> Mailbox.Delivery {
        guard let delivery = mailbox.delivery(where: condition) else { throw .invalidURL }
        return delivery
    }
}

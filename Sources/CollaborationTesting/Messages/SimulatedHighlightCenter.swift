public import CollaborationModels
public import CollaborationProofs

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a simulated device answers when an app asks for a signed identity proof.
public enum SimulatedSigning: Hashable, Sendable {
    /// The device signs, and proves its key when the invitation included it.
    case normal

    /// The device has not indexed the message yet: it signs but has no proof.
    case messageNotIndexed

    /// The lookup that precedes every signature takes too long: after three seconds the call throws.
    case timesOut

    /// The device has lost the salt of its key: it proves the right key and signs with another one, so that
    /// the signature is not valid. The call does not throw.
    case missingSalt
}

/// The highlight center of a device of a simulated person.
public struct SimulatedHighlightCenter: HighlightCenter {
    /// Whether the device's system fully supports collaboration.
    public let isSystemCollaborationSupportAvailable: Bool

    private let person: SimulatedPerson
    private let device: SimulatedDevice
    private let signing: SimulatedSigning
    private let mailbox: Mailbox
    private let clock: SimulatedClock

    init(
        person: SimulatedPerson,
        device: SimulatedDevice,
        signing: SimulatedSigning,
        isSystemCollaborationSupportAvailable: Bool,
        mailbox: Mailbox,
        clock: SimulatedClock
    ) {
        self.person = person
        self.device = device
        self.signing = signing
        self.isSystemCollaborationSupportAvailable = isSystemCollaborationSupportAvailable
        self.mailbox = mailbox
        self.clock = clock
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
        let link = url.absoluteString
        return try highlight { $0.url.absoluteString == link }
    }

    /// Finds a collaboration.
    public func collaborationHighlight(
        forIdentifier collaborationIdentifier: CollaborationIdentifier
    ) throws(HighlightCenterError) -> CollaborationHighlight {
        try highlight { $0.collaborationIdentifier == collaborationIdentifier }
    }

    /// Signs data with the device's key for a collaboration and proves that the key belongs to the person's
    /// identity.
    ///
    /// As on Apple's devices, a device without a stored proof still signs: the result has an empty key, index
    /// 0 and no inclusion hashes, and the call does not throw. That is a device which the person got after
    /// the invitation, or one that has not indexed the message (``SimulatedSigning/messageNotIndexed``).
    ///
    /// - Throws: `HighlightCenterError/internalError` when the device does not know the collaboration, and
    ///   with ``SimulatedSigning/timesOut`` after the clock has been moved by three seconds.
    public func signedIdentityProof(
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
        case .normal, .missingSalt:
            let proof = delivery.identity.flatMap {
                try? device.signedProof(signing: data, for: $0, hasSalt: signing == .normal)
            }
            if let proof { return proof }
        case .messageNotIndexed: break
        }
        guard let unproven = device.signatureWithoutProof(signing: data, in: identifier) else {
            throw .internalError
        }
        return unproven
    }

    /// Shows a notice in every conversation in which the person got the link and still is a member.
    ///
    /// A mention is shown only to the person who was invited with the mentioned identity. In a CloudKit share
    /// people are mentioned by their handles instead.
    public func postNotice(for event: any HighlightEvent) {
        let link = event.highlightURL.absoluteString
        guard let delivery = mailbox.delivery(where: { $0.url.absoluteString == link }),
            let notice = Notice(of: event, in: delivery.highlight, by: person.name)
        else { return }
        var addressee: Handle?
        if let mentioned = notice.addressee {
            let collaboration = delivery.highlight.collaborationIdentifier
            let handles = delivery.threads.compactMap { $0.handle(of: mentioned, in: collaboration) }
            guard let handle = handles.first else { return }
            addressee = handle
        }
        for thread in delivery.threads { thread.post(notice, from: person.address, onlyTo: addressee) }
    }

    /// Deletes the notices of a collaboration that the person's devices have posted.
    public func clearNotices(for highlight: CollaborationHighlight) {
        let identifier = highlight.collaborationIdentifier
        let delivery = mailbox.delivery { $0.collaborationIdentifier == identifier }
        for thread in delivery?.threads ?? [] { thread.clearNotices(of: identifier, from: person.address) }
    }

    private func highlight(
        where condition: (CollaborationHighlight) -> Bool
    ) throws(HighlightCenterError) -> CollaborationHighlight {
        guard let delivery = mailbox.delivery(where: condition) else { throw .invalidURL }
        return delivery.highlight
    }
}

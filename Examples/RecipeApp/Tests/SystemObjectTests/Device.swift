import CollaborationCore
import CollaborationModels
import Foundation
import SharedWithYouBridge
import Synchronization

@testable import SharedWithYou
@testable import SharedWithYouCore
@testable import UniformTypeIdentifiers

/// What a device knows and what an app has asked of it, behind Apple's highlight center.
final class Device: Sendable {
    struct Posted: Equatable, Sendable {
        let link: String
        let kind: HighlightEventKind?
    }

    struct Proof: Sendable {
        var publicKey = Data()
        var publicKeyIndex = 0
        var inclusionHashes: [Data] = []
        var signatureData = Data()
    }

    private struct State: Sendable {
        var listed: [Highlight] = []
        var posted: [Posted] = []
        var cleared: [CollaborationIdentifier] = []
        var signed: [Data] = []
    }

    private let state = Mutex(State())
    private let collaborations: [CollaborationHighlight]
    private let sign: @Sendable (Data) throws -> Proof

    /// Makes a device that knows collaborations, of which the list of highlights has none yet.
    init(
        _ collaborations: [CollaborationHighlight] = [],
        sign: @escaping @Sendable (Data) throws -> Proof = { _ in Proof() }
    ) {
        self.collaborations = collaborations
        self.sign = sign
    }

    var posted: [Posted] { state.withLock(\.posted) }
    var cleared: [CollaborationIdentifier] { state.withLock(\.cleared) }
    var signed: [Data] { state.withLock(\.signed) }

    func list(_ highlights: [Highlight]) { state.withLock { $0.listed = highlights } }

    fileprivate var listed: [SWHighlight] {
        state.withLock(\.listed).map {
            $0.collaboration?.system ?? SWHighlight(identifier: $0.identifier as NSString, url: $0.url)
        }
    }

    fileprivate func collaboration(
        where matches: (CollaborationHighlight) -> Bool,
        orThrow error: NSError
    ) throws -> CollaborationHighlight {
        guard let found = collaborations.first(where: matches) else { throw error }
        return found
    }

    fileprivate func post(_ event: Posted) { state.withLock { $0.posted.append(event) } }

    fileprivate func clear(_ collaboration: CollaborationIdentifier) {
        state.withLock { $0.cleared.append(collaboration) }
    }

    fileprivate func proof(signing data: Data) throws -> Proof {
        state.withLock { $0.signed.append(data) }
        return try sign(data)
    }
}

/// Apple's center of a device; like Apple's it answers later, on another thread.
final class DeviceCenter: SWHighlightCenter {
    private let device: Device

    init(_ device: Device) {
        self.device = device
        super.init()
    }

    override var highlights: [SWHighlight] { device.listed }

    override func collaborationHighlight(
        forIdentifier identifier: SWCollaborationIdentifier
    ) throws -> SWCollaborationHighlight {
        let identifier = CollaborationIdentifier(identifier)
        return try device.collaboration(
            where: { $0.collaborationIdentifier == identifier },
            orThrow: SWHighlightCenter.nothing
        ).system
    }

    override func getHighlightFor(
        _ URL: URL,
        completionHandler: @escaping @Sendable (SWHighlight?, (any Error)?) -> Void
    ) {
        getCollaborationHighlight(for: URL) { completionHandler($0, $1) }
    }

    override func getCollaborationHighlight(
        for URL: URL,
        completionHandler: @escaping @Sendable (SWCollaborationHighlight?, (any Error)?) -> Void
    ) {
        Task { [device] in
            do {
                let error = SWHighlightCenter.error(.invalidURL)
                completionHandler(try device.collaboration(where: { $0.url == URL }, orThrow: error).system, nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    override func postNotice(for event: any SWHighlightEvent) {
        let kind: HighlightEventKind? =
            switch event {
            case let event as SWHighlightChangeEvent:
                HighlightChangeEventTrigger(rawValue: event.changeEventTrigger.rawValue).map { .change($0) }
            case let event as SWHighlightMembershipEvent:
                HighlightMembershipEventTrigger(rawValue: event.membershipEventTrigger.rawValue).map { .membership($0) }
            case let event as SWHighlightPersistenceEvent:
                HighlightPersistenceEventTrigger(rawValue: event.persistenceEventTrigger.rawValue)
                    .map { .persistence($0) }
            case let event as SWHighlightMentionEvent:
                event.mentionedPersonIdentity.map { identity in
                    (try? Person.Identity(identity)).map { .mention(.identity($0)) }
                } ?? .mention(.cloudKitShareHandle(event.mentionedPersonHandle))
            default: nil
            }
        device.post(Device.Posted(link: event.highlightURL.absoluteString, kind: kind))
    }

    override func clearNotices(for highlight: SWCollaborationHighlight) {
        device.clear(CollaborationIdentifier(highlight.collaborationIdentifier))
    }

    override func getSignedIdentityProof(
        for collaborationHighlight: SWCollaborationHighlight,
        using data: Data,
        completionHandler: @escaping @Sendable (SWPerson.SignedIdentityProof?, (any Error)?) -> Void
    ) {
        Task { [device] in
            do {
                completionHandler(try device.proof(signing: data).system, nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }
}

extension Device.Proof {
    var system: SWPerson.SignedIdentityProof {
        SWPerson.SignedIdentityProof(
            personIdentityProof: SWPerson.IdentityProof(
                publicKey: publicKey,
                publicKeyIndex: publicKeyIndex,
                inclusionHashes: inclusionHashes
            ),
            signatureData: signatureData
        )
    }

    init(_ proof: Person.SignedIdentityProof) {
        self.init(
            publicKey: proof.publicKey,
            publicKeyIndex: proof.publicKeyIndex,
            inclusionHashes: proof.inclusionHashes,
            signatureData: proof.signatureData
        )
    }
}

extension CollaborationHighlight {
    var system: SWCollaborationHighlight {
        SWCollaborationHighlight(
            identifier: identifier as NSString,
            url: url,
            collaborationIdentifier: collaborationIdentifier.rawValue,
            title: title,
            creationDate: creationDate,
            contentType: UTType(identifier: contentType.rawValue)
        )
    }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Synchronization

// SharedWithYouCore, iOS 16.0 and macOS 13.0; symbol graph of Xcode 26.1 and the public headers.

open class SWAction: NSObject, NSCopying {
    /// How an action was completed.
    enum Completion: Equatable {
        case fulfilled
        case fulfilledUsing(URL, SWCollaborationIdentifier)
        case failed
    }

    private struct State {
        var completions: [Completion] = []
        var waiting: [CheckedContinuation<Completion, Never>] = []
    }

    private let state: Mutex<State>

    public let uuid: UUID

    public override init() {
        uuid = UUID()
        state = Mutex(State())
    }

    public var isComplete: Bool { state.withLock { !$0.completions.isEmpty } }

    open func fulfill() { complete(.fulfilled) }

    open func fail() { complete(.failed) }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    // Only the system has what follows.

    /// Every call that would complete the action; Apple's ignores all but the first.
    var completions: [Completion] { state.withLock(\.completions) }

    /// Waits for the first completion.
    nonisolated(nonsending) func completion() async -> Completion {
        await withCheckedContinuation { continuation in
            let first = state.withLock { state -> Completion? in
                if state.completions.isEmpty { state.waiting.append(continuation) }
                return state.completions.first
            }
            if let first { continuation.resume(returning: first) }
        }
    }

    func complete(_ completion: Completion) {
        let waiting = state.withLock { state in
            state.completions.append(completion)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: completion) }
    }
}

open class SWStartCollaborationAction: SWAction {
    public let collaborationMetadata: SWCollaborationMetadata

    init(_ collaborationMetadata: SWCollaborationMetadata) {
        self.collaborationMetadata = collaborationMetadata
        super.init()
    }

    open func fulfill(using url: URL, collaborationIdentifier: SWCollaborationIdentifier) {
        complete(.fulfilledUsing(url, collaborationIdentifier))
    }
}

open class SWUpdateCollaborationParticipantsAction: SWAction {
    public let collaborationMetadata: SWCollaborationMetadata
    public let addedIdentities: [SWPerson.Identity]
    public let removedIdentities: [SWPerson.Identity]

    init(
        _ collaborationMetadata: SWCollaborationMetadata,
        added: [SWPerson.Identity],
        removed: [SWPerson.Identity] = []
    ) {
        self.collaborationMetadata = collaborationMetadata
        addedIdentities = added
        removedIdentities = removed
        super.init()
    }
}

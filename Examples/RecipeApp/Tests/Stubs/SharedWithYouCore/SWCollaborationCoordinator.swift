// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// SharedWithYouCore, iOS 16.0 and macOS 13.0; symbol graph of Xcode 26.1 and the public headers.

open class SWCollaborationCoordinator: NSObject {
    // Apple's class is not Sendable either. The tests use one coordinator in one task each.
    nonisolated(unsafe) private static let instance = SWCollaborationCoordinator()

    public class var shared: SWCollaborationCoordinator { instance }

    public weak var actionHandler: (any SWCollaborationActionHandler)?
}

public protocol SWCollaborationActionHandler: NSObjectProtocol {
    func collaborationCoordinator(_ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction)

    func collaborationCoordinator(
        _ coordinator: SWCollaborationCoordinator,
        handle action: SWUpdateCollaborationParticipantsAction
    )
}

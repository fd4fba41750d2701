// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import SharedWithYouCore
import UIKit
import UniformTypeIdentifiers

// SharedWithYou, iOS 16.0 and macOS 13.0; symbol graph of Xcode 26.1 and the public headers. Pictures, content and delegates are left out.

@MainActor
open class SWCollaborationView: UIView {
    let itemProvider: NSItemProvider
    private(set) var showsManageButton = true

    open var activeParticipantCount = 0
    open var headerTitle = ""
    open var headerSubtitle = ""
    open var manageButtonTitle = "Manage Share"

    public init(itemProvider: NSItemProvider) {
        self.itemProvider = itemProvider
        super.init()
    }

    open func setShowManageButton(_ showManageButton: Bool) { showsManageButton = showManageButton }
}

@MainActor
open class SWRemoveParticipantAlertController: UIViewController {
    let participant: SWPerson
    let highlight: SWCollaborationHighlight

    public required init(_ participant: SWPerson, _ highlight: SWCollaborationHighlight) {
        self.participant = participant
        self.highlight = highlight
    }

    public convenience init(participant: SWPerson, highlight: SWCollaborationHighlight) {
        self.init(participant, highlight)
    }
}

/// The state that the collaboration button and its popover show.
///
/// It is the state of Apple's `SWCollaborationView`. The view itself, and the content that an app puts into
/// the popover, belong to the app's user interface.
public struct CollaborationViewModel: Sendable {
    /// Apple's default title of the manage button.
    package static let defaultManageButtonTitle = "Manage Share"

    private let collaborationObject: CollaborationObject

    /// The title at the top of the popover; nil for the one that the system makes.
    public var headerTitle: String?

    /// The line below the title.
    public var headerSubtitle: String?

    /// Whether the popover has a button for managing the share.
    public var showsManageButton = true

    private var givenManageButtonTitle: String?

    /// Makes the state of a collaboration's button.
    public init(collaborationObject: CollaborationObject) {
        self.collaborationObject = collaborationObject
    }

    /// The number of people who have the content open, shown to the right of the button.
    ///
    /// A negative number counts as zero.
    public var activeParticipantCount = 0 {
        didSet { activeParticipantCount = max(0, activeParticipantCount) }
    }

    /// The title of the button that opens the system's interface for managing the share.
    ///
    /// It is always nil for a custom collaboration, since the system has no such button there; the app adds its own to
    /// the popover. It is nil too while ``showsManageButton`` is false. Setting nil restores the default.
    public var manageButtonTitle: String? {
        get {
            if case .custom = collaborationObject { return nil }
            return showsManageButton ? givenManageButtonTitle ?? Self.defaultManageButtonTitle : nil
        }
        set { givenManageButtonTitle = newValue }
    }
}

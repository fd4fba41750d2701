/// What the collaboration button and its popover show, apart from their drawing.
///
/// It is the state of Apple's `SWCollaborationView`; the view itself, and the content that an app puts into
/// the popover, stay with the platform.
public struct CollaborationViewModel: Sendable {
    /// The title of the manage button unless an app gives another; Apple's default.
    public static let defaultManageButtonTitle = "Manage Share"

    /// What the collaboration is.
    public let collaborationObject: CollaborationObject

    private var count = 0
    private var givenManageButtonTitle: String?

    /// Makes the model of a collaboration's button.
    ///
    /// - Parameter collaborationObject: What the collaboration is.
    public init(collaborationObject: CollaborationObject) {
        self.collaborationObject = collaborationObject
    }

    /// How many people have the content open, shown to the right of the button; a negative number counts as
    /// zero.
    public var activeParticipantCount: Int {
        get { count }
        set { count = max(0, newValue) }
    }

    /// The title of the button that opens the system's interface for managing the share.
    ///
    /// It is nil for a custom collaboration, whatever is set: the system provides no such button there, and
    /// the app puts its own into the popover. Setting nil returns to the default.
    public var manageButtonTitle: String? {
        get {
            collaborationObject.isCustom ? nil : givenManageButtonTitle ?? Self.defaultManageButtonTitle
        }
        set { givenManageButtonTitle = newValue }
    }
}

extension CollaborationViewModel: CustomStringConvertible {
    /// The collaboration, the count and the title of the button.
    public var description: String {
        "\(collaborationObject), \(activeParticipantCount) active, \(manageButtonTitle ?? "no manage button")"
    }
}

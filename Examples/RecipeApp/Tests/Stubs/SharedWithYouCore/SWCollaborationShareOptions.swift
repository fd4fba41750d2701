// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// SharedWithYouCore, iOS 16.0 and macOS 13.0; symbol graph of Xcode 26.1 and the public headers.

open class SWCollaborationOption: NSObject, NSCopying {
    open var title: String
    public let identifier: String
    open var subtitle: String
    open var isSelected: Bool
    open var requiredOptionsIdentifiers: [String]

    public init(title: String, identifier: String) {
        self.title = title
        self.identifier = identifier
        subtitle = ""
        isSelected = false
        requiredOptionsIdentifiers = []
    }

    public convenience init(
        title: String,
        identifier: String,
        subtitle: String = "",
        selected: Bool = false,
        requiredOptionsIdentifiers: [String] = []
    ) {
        self.init(title: title, identifier: identifier)
        self.subtitle = subtitle
        isSelected = selected
        self.requiredOptionsIdentifiers = requiredOptionsIdentifiers
    }

    public func copy(with zone: NSZone? = nil) -> Any {
        SWCollaborationOption(
            title: title,
            identifier: identifier,
            subtitle: subtitle,
            selected: isSelected,
            requiredOptionsIdentifiers: requiredOptionsIdentifiers
        )
    }
}

open class SWCollaborationOptionsGroup: NSObject, NSCopying {
    open var title = ""
    public let identifier: String
    open var footer = ""
    open var options: [SWCollaborationOption]

    public required init(identifier: String, options: [SWCollaborationOption]) {
        self.identifier = identifier
        self.options = options
    }

    public func copy(with zone: NSZone? = nil) -> Any {
        let options = options.compactMap { $0.copy(with: zone) as? SWCollaborationOption }
        let copy = Self(identifier: identifier, options: options)
        copy.title = title
        copy.footer = footer
        return copy
    }
}

/// The selection is a property of its own, as observed on Apple's systems: an unknown identifier is ignored, a known
/// one marks that option alone, and new options select the first.
open class SWCollaborationOptionsPickerGroup: SWCollaborationOptionsGroup {
    private var selected = ""

    public required init(identifier: String, options: [SWCollaborationOption]) {
        super.init(identifier: identifier, options: options)
        selectFirst()
    }

    open override var options: [SWCollaborationOption] { didSet { selectFirst() } }

    open var selectedOptionIdentifier: String {
        get { selected }
        set {
            guard options.contains(where: { $0.identifier == newValue }) else { return }
            selected = newValue
            for option in options { option.isSelected = option.identifier == newValue }
        }
    }

    private func selectFirst() {
        selected = ""
        if let first = options.first { selectedOptionIdentifier = first.identifier }
    }

    public override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        (copy as? Self)?.selectedOptionIdentifier = selected
        return copy
    }
}

open class SWCollaborationShareOptions: NSObject, NSCopying {
    open var optionsGroups: [SWCollaborationOptionsGroup]
    open var summary: String

    public init(optionsGroups: [SWCollaborationOptionsGroup], summary: String) {
        self.optionsGroups = optionsGroups
        self.summary = summary
    }

    /// Apple's summary is in the language of the device.
    public convenience init(optionsGroups: [SWCollaborationOptionsGroup]) {
        self.init(optionsGroups: optionsGroups, summary: "Options de partage")
    }

    public func copy(with zone: NSZone? = nil) -> Any {
        SWCollaborationShareOptions(
            optionsGroups: optionsGroups.compactMap { $0.copy(with: zone) as? SWCollaborationOptionsGroup },
            summary: summary
        )
    }
}

/// Options that are shown together: independent switches, or the choices of one picker.
///
/// Apple has two classes, `SWCollaborationOptionsGroup` and its subclass `SWCollaborationOptionsPickerGroup`.
/// Here they are one value type in two styles, so that groups of both kinds share one array.
///
/// A picker that has options has exactly one of them selected, whatever is done to it. Rules that reach
/// across groups are those of ``CollaborationShareOptions``, which is also where groups without options and
/// identifiers that are used twice are refused.
public struct CollaborationOptionsGroup: Hashable, Sendable {
    /// How the options of a group relate to each other.
    public enum Style: String, Hashable, Sendable, Codable, CaseIterable {
        /// Each option is a switch of its own; a group of one option is a single switch.
        case switches

        /// Exactly one option is selected.
        case picker
    }

    /// The text above the group, empty when there is none.
    public var title: String = ""

    /// The string by which the app and its server recognise the group.
    public let identifier: String

    /// The text below the group, empty when there is none.
    public var footer: String = ""

    /// How the options relate to each other.
    public let style: Style

    /// The options as they stand; whoever writes here keeps the rule of the picker.
    var storedOptions: [CollaborationOption]

    /// Makes a group of switches, or a picker when that style is given.
    ///
    /// In a picker the first option that is marked as selected is the selected one; when none is marked, it
    /// is the first option.
    ///
    /// - Parameters:
    ///   - identifier: The string by which the app and its server recognise the group.
    ///   - options: The options in the order in which they are shown.
    ///   - style: How the options relate to each other.
    public init(identifier: String, options: [CollaborationOption], style: Style = .switches) {
        self.identifier = identifier
        self.style = style
        storedOptions = options
        if style == .picker {
            choose(options.firstIndex(where: \.isSelected) ?? options.startIndex)
        }
    }

    /// The options in the order in which they are shown.
    ///
    /// In a picker, an option that becomes selected deselects the others, and the selected one stays selected
    /// until another is: setting its `isSelected` to false has no effect. ``deselect(_:)`` reports that as an
    /// error. When an assignment takes the selected option away, the first one is selected.
    public var options: [CollaborationOption] {
        get { storedOptions }
        set {
            let previous = selectedOptionIdentifier
            storedOptions = newValue
            guard style == .picker else { return }
            let marked = newValue.indices.filter { newValue[$0].isSelected }
            choose(
                marked.first { newValue[$0].identifier != previous }
                    ?? marked.first
                    ?? newValue.firstIndex { $0.identifier == previous }
                    ?? newValue.startIndex
            )
        }
    }
}

extension CollaborationOptionsGroup: Identifiable {
    /// The same as ``identifier``.
    public var id: String { identifier }
}

extension CollaborationOptionsGroup: CustomStringConvertible {
    /// The group's name and its options, as in `Permission: Can make changes* | Read only` with a star on
    /// what is on.
    public var description: String {
        let titles = options.map { $0.isSelected ? "\($0.title)*" : $0.title }
        let separator = style == .picker ? " | " : ", "
        return "\(title.isEmpty ? identifier : title): \(titles.joined(separator: separator))"
    }
}

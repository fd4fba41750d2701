/// The settings that a person chooses for a collaboration before it is sent.
///
/// The author of an app makes a value with the defaults; the system returns one with the user's selection.
/// Every value keeps these rules, also when it is decoded:
///
/// 1. Identifiers of groups are unique, and so are those of options, across all groups.
/// 2. Each group has at least one option.
/// 3. Each picker has exactly one selected option.
/// 4. A required option exists, and no options require each other in a circle.
/// 5. The options that a selected option requires are selected.
///
/// So the groups can be read but not assigned; selections go through ``select(_:)`` and ``deselect(_:)``.
/// Apple's name is `SWCollaborationShareOptions`. Apple defines no rules for requirements beyond "must
/// already be selected in order to be interacted with"; the rest of rules 4 and 5 is defined here.
public struct CollaborationShareOptions: Hashable, Sendable {
    /// The groups in the order in which they are shown.
    public internal(set) var optionsGroups: [CollaborationOptionsGroup]

    /// The summary that the author gave, nil when it is to be made of the selected titles.
    var givenSummary: String?

    /// Makes share options of groups that keep the rules.
    ///
    /// The rules are checked in the order in which they are listed above; the first one broken decides the
    /// error.
    ///
    /// - Parameters:
    ///   - optionsGroups: The groups in the order in which they are shown.
    ///   - summary: A sentence that describes the selection; without one, or with an empty one, it is made of
    ///     the titles of the selected options.
    /// - Throws: ``CollaborationOptionsError``, which names the broken rule and the identifiers concerned.
    public init(
        optionsGroups: [CollaborationOptionsGroup],
        summary: String? = nil
    ) throws(CollaborationOptionsError) {
        self.optionsGroups = optionsGroups
        self.summary = summary ?? ""
        try checkStructure()
        try checkSelection()
    }

    /// A line that describes the selection, shown on the share sheet.
    ///
    /// It is what the author gave, or the titles of the selected options, or "Share Options" when none is
    /// selected. Setting it to an empty string returns to the one that is made of the titles.
    public var summary: String {
        get {
            if let givenSummary { return givenSummary }
            let titles = options.filter(\.isSelected).map(\.title)
            return titles.isEmpty ? "Share Options" : titles.joined(separator: ", ")
        }
        set { givenSummary = newValue.isEmpty ? nil : newValue }
    }
}

extension CollaborationShareOptions: CustomStringConvertible {
    /// The groups with their options, a star on each that is selected.
    public var description: String {
        optionsGroups.map(\.description).joined(separator: "; ")
    }
}

/// The settings that a person chooses for a collaboration before it is sent.
///
/// The author of an app makes a value with the defaults; the system returns one with the user's selection.
/// Every value keeps these rules, also when it is decoded:
///
/// 1. There are at most 20 groups, 100 options and 100 requirements of an option, and each identifier has
///    from 1 to ``JSONLimits/identifierByteCount`` bytes and no noncharacter.
/// 2. Identifiers of groups are unique, and so are those of options, across all groups.
/// 3. Each group has at least one option.
/// 4. A required option exists, it is not in the same picker as the option that requires it, and no options
///    require each other in a cycle.
/// 5. Each picker has exactly one selected option.
/// 6. The options that a selected option requires are selected.
///
/// Therefore the groups can be read but not assigned; select with ``select(_:)`` and ``deselect(_:)``. When a
/// picker's selected option is deselected because it required another one, the picker selects its first
/// option whose requirements are met.
///
/// Apple's name is `SWCollaborationShareOptions`. Apple defines no rules for requirements beyond "must
/// already be selected in order to be interacted with"; the rest of rules 4 and 6 is defined here.
public struct CollaborationShareOptions: Hashable, Sendable {
    /// The largest number of groups, 20: a person reads them on a share sheet.
    package static let maximumGroupCount = 20

    /// The largest number of options of all groups together, 100.
    package static let maximumOptionCount = 100

    /// The largest number of options that one option can require, 100.
    package static let maximumRequirementCount = 100

    /// The groups in the order in which they are shown.
    public internal(set) var optionsGroups: [CollaborationOptionsGroup]

    /// The summary that the author gave; nil when it is made from the selected titles.
    private var givenSummary: String?

    /// Makes share options from groups that keep the rules.
    ///
    /// The rules are checked in the order in which they are listed above, and the first broken one is thrown.
    ///
    /// - Parameters:
    ///   - optionsGroups: The groups in the order in which they are shown.
    ///   - summary: A sentence that describes the selection; without one, or with an empty one, it is made
    ///     from the titles of the selected options.
    /// - Throws: ``CollaborationOptionsError``, which names the broken rule and the identifiers concerned.
    public init(optionsGroups: [CollaborationOptionsGroup], summary: String? = nil) throws(CollaborationOptionsError) {
        self.optionsGroups = optionsGroups
        self.summary = summary ?? ""
        try checkLimits()
        try checkStructure()
        try checkSelection()
    }

    /// A line that describes the selection, shown on the share sheet.
    ///
    /// It is the summary that the author gave, or else the titles of the selected options, or else "Share Options".
    /// Empty titles are left out. Set it to an empty string to return to the one made from the titles.
    public var summary: String {
        get {
            if let givenSummary { return givenSummary }
            let titles = options.filter { $0.isSelected && !$0.title.isEmpty }.map(\.title)
            return titles.isEmpty ? "Share Options" : titles.joined(separator: ", ")
        }
        set { givenSummary = newValue.isEmpty ? nil : newValue }
    }
}

extension CollaborationShareOptions {
    /// The options of all groups in the order in which they are shown.
    package var options: [CollaborationOption] {
        optionsGroups.flatMap(\.options)
    }

    /// The identifiers of the selected options in the order in which they are shown.
    public var selectedOptionsIdentifiers: [OptionIdentifier] {
        options.filter(\.isSelected).map(\.identifier)
    }

    package func isSelected(_ identifier: OptionIdentifier) -> Bool {
        options.contains { $0.identifier == identifier && $0.isSelected }
    }
}

extension CollaborationShareOptions: Codable {
    private enum CodingKeys: String, CodingKey {
        case optionsGroups
        case givenSummary = "summary"
    }

    /// Decodes share options and checks the rules of the type.
    ///
    /// - Throws: `DecodingError`, or ``CollaborationOptionsError`` for a broken rule.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            optionsGroups: values.decode([CollaborationOptionsGroup].self, forKey: .optionsGroups),
            summary: values.decodeIfPresent(String.self, forKey: .givenSummary)
        )
    }
}

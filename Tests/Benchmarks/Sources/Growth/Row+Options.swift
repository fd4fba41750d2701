import CollaborationModels
import CollaborationProofs

extension Row {
    /// Share options, and a client's selection from them.
    static var options: [Row] {
        [
            Row("`CollaborationShareOptions`: n pickers that refill each other", size: 50) { n in
                let defaults = try pickers(n)
                return {
                    var options = defaults
                    try options.deselect("base")
                    expect(options.selectedOptionsIdentifiers.count == n, "every picker has a selection")
                    expect(defaults.accepts(options), "the selection is accepted")
                    expect(
                        try defaults.selecting(only: options.selectedOptionsIdentifiers) == options,
                        "the same"
                    )
                }
            },
            Row("`CollaborationShareOptions.init`: n options with identifiers of marks", size: 50) { n in
                let groups = [
                    CollaborationOptionsGroup(
                        identifier: "g",
                        options: (0..<n).map {
                            CollaborationOption(title: "", identifier: marks(byteCount: 400) + "\($0)")
                        }
                    )
                ]
                return { _ = try CollaborationShareOptions(optionsGroups: groups) }
            },
            Row("`CollaborationShareOptions.deselect`: a chain of n requirements", size: 100) { n in
                let options = try switches(n)
                return {
                    var changed = options
                    try changed.deselect("0")
                    expect(changed.selectedOptionsIdentifiers.isEmpty, "all are deselected")
                }
            },
            Row("`CollaborationShareOptions.accepts`: a selection with n options", size: 100) { n in
                let (defaults, selection) = (try switches(n), try switches(n))
                return { expect(defaults.accepts(selection), "it is accepted") }
            },
            Row("`CollaborationShareOptions.selecting(only:)`: one identifier n times", size: 500) { n in
                let options = try switches(8)
                let wanted = Array(repeating: "0", count: n)
                return {
                    expect(try options.selecting(only: wanted).selectedOptionsIdentifiers == ["0"], "one")
                }
            },
        ]
    }

    /// Switches of which each requires the one before, all selected.
    static func switches(_ count: Int) throws -> CollaborationShareOptions {
        let options = (0..<count).map { number in
            CollaborationOption(
                title: "",
                identifier: "\(number)",
                isSelected: true,
                requiredOptionsIdentifiers: number == 0 ? [] : ["\(number - 1)"]
            )
        }
        return try CollaborationShareOptions(optionsGroups: [
            CollaborationOptionsGroup(identifier: "g", options: options)
        ])
    }

    /// Pickers of which each needs the next one's second option for its own.
    private static func pickers(_ count: Int) throws -> CollaborationShareOptions {
        let pickers = (0..<count).map { number in
            CollaborationOptionsGroup.picker(
                identifier: "\(number)",
                options: [
                    CollaborationOption(
                        title: "",
                        identifier: "\(number) first",
                        isSelected: true,
                        requiredOptionsIdentifiers: ["base"]
                    ),
                    CollaborationOption(
                        title: "",
                        identifier: "\(number) second",
                        requiredOptionsIdentifiers: number == count - 1 ? [] : ["\(number + 1) second"]
                    ),
                ]
            )
        }
        let base = CollaborationOption(title: "", identifier: "base", isSelected: true)
        return try CollaborationShareOptions(
            optionsGroups: pickers + [CollaborationOptionsGroup(identifier: "base", options: [base])]
        )
    }
}

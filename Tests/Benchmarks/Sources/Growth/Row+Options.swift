import CollaborationModels
import CollaborationCore

extension Row {
    /// Share options, and a client's selection from them.
    static var options: [Row] {
        [
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
                selected: true,
                requiredOptionsIdentifiers: number == 0 ? [] : ["\(number - 1)"]
            )
        }
        return try CollaborationShareOptions(optionsGroups: [
            CollaborationOptionsGroup(identifier: "g", options: options)
        ])
    }
}

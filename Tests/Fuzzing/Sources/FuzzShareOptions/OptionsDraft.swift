import CollaborationModels
import CollaborationCore
import Fuzzing

/// Share options as plain data, which may break the rules.
struct OptionsDraft: Encodable {
    struct Group: Encodable {
        var identifier: OptionName
        var style: String?
        var options: [Option]

        var selected: [OptionName] { options.filter { $0.isSelected == true }.map(\.identifier) }
    }

    struct Option: Encodable {
        var title = ""
        var identifier: OptionName
        var isSelected: Bool?
        var requiredOptionsIdentifiers: [OptionName]?
    }

    var optionsGroups: [Group]
    var summary: String?

    private static let names: [OptionName] = [
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "\u{e9}", "e\u{301}",
    ]

    init(from bytes: inout FuzzedBytes) {
        summary = bytes.bool() ? "summary" : nil
        optionsGroups = (0..<bytes.number(in: 0...4)).map { number in
            Group(
                identifier: bytes.number(in: 0...15) == 15 ? "0" : "\(number)",
                style: bytes.element(of: [nil, "switches", "picker", "picker"]),
                options: (0..<bytes.number(in: 0...5)).map { place in
                    // Use the names in turn: with random names most inputs would break the rule that names are unique.
                    let isInTurn = bytes.number(in: 0...15) != 15
                    return Option(
                        identifier: isInTurn ? "\(number)\(place)" : bytes.element(of: Self.names),
                        isSelected: bytes.element(of: [nil, false, true]),
                        requiredOptionsIdentifiers: (0..<bytes.number(in: 0...2)).map { _ in
                            let group = bytes.number(in: 0...3)
                            return bytes.number(in: 0...15) == 15
                                ? bytes.element(of: Self.names) : "\(group)\(bytes.number(in: 0...4))"
                        }
                    )
                }
            )
        }
    }

    /// Whether these keep the rules of share options, in a simple implementation.
    ///
    /// No draft exceeds a limit.
    var keepsTheRules: Bool {
        let options = optionsGroups.flatMap(\.options)
        let names = options.map(\.identifier)
        let selected = Set(optionsGroups.flatMap(\.selected))
        return Set(optionsGroups.map(\.identifier)).count == optionsGroups.count
            && Set(names).count == names.count
            && optionsGroups.allSatisfy { !$0.options.isEmpty }
            && optionsGroups.allSatisfy { $0.style != "picker" || $0.selected.count == 1 }
            && options.allSatisfy { Set(names).isSuperset(of: $0.requiredOptionsIdentifiers ?? []) }
            && optionsGroups.allSatisfy { group in
                let siblings = group.style == "picker" ? group.options.map(\.identifier) : []
                return group.options.allSatisfy { option in
                    option.requiredOptionsIdentifiers?.contains {
                        $0 != option.identifier && siblings.contains($0)
                    } != true
                }
            }
            && !options.contains { requires($0.identifier, itselfAmong: options) }
            && options.allSatisfy {
                !selected.contains($0.identifier)
                    || selected.isSuperset(of: $0.requiredOptionsIdentifiers ?? [])
            }
    }

    /// Whether an option requires itself, through any number of others.
    private func requires(_ name: OptionName, itselfAmong options: [Option]) -> Bool {
        var reached: Set<OptionName> = []
        var open = [name]
        while let next = open.popLast() {
            for required in options.first(where: { $0.identifier == next })?.requiredOptionsIdentifiers ?? []
            where reached.insert(required).inserted {
                open.append(required)
            }
        }
        return reached.contains(name)
    }
}

import CollaborationModels
import CollaborationCore
import Fuzzing

/// Changes a single group, which does not check requirements, and checks the rule of the picker each time.
func checkAssignments(to group: inout CollaborationOptionsGroup, by bytes: inout FuzzedBytes) {
    for _ in 0..<bytes.number(in: 0...4) {
        let names = group.options.map(\.identifier) + ["unknown"]
        let name = bytes.element(of: names)
        let isKnown = name != "unknown"
        switch bytes.number(in: 0...5) {
        case 0:
            group.selectedOptionIdentifier = name
            check(
                group.style == .switches || !isKnown || group.selectedOptionIdentifier == name,
                "a picker selects what it is told to"
            )
        case 1:
            check(((try? group.select(name)) != nil) == isKnown, "a group selects what it has")
            let selected = group.options.first { $0.name == OptionName(name) }
            check(selected?.isSelected != false, "what was selected is on")
        case 2: try? group.deselect(name)
        case 3 where !group.options.isEmpty:
            group.options[bytes.number(in: 0...group.options.count - 1)].isSelected = bytes.bool()
        case 4: group.options.removeAll { $0.name == OptionName(name) }
        default:
            group.options.append(
                CollaborationOption(title: "", identifier: "\(bytes.byte())", selected: bytes.bool())
            )
        }
        checkPicker(group)
    }
}

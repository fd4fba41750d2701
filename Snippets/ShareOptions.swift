// Share options: how a person selects them and how a server checks the selection.
//
// Run it with `swift run ShareOptions`.

import CollaborationCore
import CollaborationModels

var permission = CollaborationOptionsPickerGroup(
    identifier: "permission",
    options: [
        CollaborationOption(title: "Can make changes", identifier: "edit"),
        CollaborationOption(title: "Read only", identifier: "read"),
    ]
)
permission.options[0].isSelected = true
permission.title = "Permission"

var additionalOptions = CollaborationOptionsGroup(
    identifier: "additional",
    options: [
        CollaborationOption(title: "Allow mentions", identifier: "mentions", requiredOptionsIdentifiers: ["comments"]),
        CollaborationOption(title: "Allow comments", identifier: "comments", requiredOptionsIdentifiers: ["edit"]),
    ]
)
additionalOptions.title = "Additional Settings"

let defaults = try CollaborationShareOptions(optionsGroups: [permission, additionalOptions])
print("The defaults:      \(defaults.summary)")

// The person taps three times. Mentions require comments, so the first tap is refused.
var selection = defaults
do {
    try selection.select("mentions")
} catch {
    print("Refused:           \(error)")
}
try selection.select("comments")
try selection.select("mentions")
print("After three taps:  \(selection.summary)")

// "Read only" deselects comments, which require "Can make changes", and then mentions.
try selection.select("read")
print("Read only instead: \(selection.summary)")

// The server selects what the client sent in its own defaults, so it need not trust the device.
let stored = try defaults.selecting(only: selection.selectedOptionsIdentifiers)
precondition(stored == selection)
do {
    _ = try defaults.selecting(only: ["comments"])
    preconditionFailure("A forged selection must be refused.")
} catch {
    print("A forged selection is refused: \(error)")
}

import CollaborationModels
import CollaborationCore

/// The identifier of an option or a group, compared by its bytes, as the library compares it.
///
/// A comparison of strings takes "é" in one character and in two for the same.
struct OptionName: StringIdentifier {
    let rawValue: String
}

extension CollaborationOption {
    var name: OptionName { OptionName(identifier) }

    var requiredNames: [OptionName] { requiredOptionsIdentifiers.map { OptionName($0) } }
}

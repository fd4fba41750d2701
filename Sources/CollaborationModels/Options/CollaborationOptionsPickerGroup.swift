// swift-format-ignore: AlwaysUseLowerCamelCase
/// Makes a group of mutually exclusive options, under the name that Apple gives to it.
///
/// It is the same as ``CollaborationOptionsGroup/init(identifier:options:style:)`` in the picker style: the
/// type is one for both styles, so that `[permission, additionalSettings]` is an array of one type.
///
/// - Parameters:
///   - identifier: The string by which the app and its server recognise the group.
///   - options: The choices in the order in which they are shown.
/// - Returns: A group in which the first option is selected unless another is marked.
public func CollaborationOptionsPickerGroup(
    identifier: String,
    options: [CollaborationOption]
) -> CollaborationOptionsGroup {
    CollaborationOptionsGroup(identifier: identifier, options: options, style: .picker)
}

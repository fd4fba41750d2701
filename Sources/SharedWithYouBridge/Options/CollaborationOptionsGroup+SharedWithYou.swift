#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import CollaborationModels
    import SharedWithYouCore

    nonisolated extension CollaborationOptionsGroup {
        /// Makes a group from Apple's: a picker from Apple's picker, otherwise a group of switches.
        ///
        /// In a picker Apple's `selectedOptionIdentifier` decides. The system ignores what an app has set in
        /// `isSelected` of its options.
        public init(_ group: SWCollaborationOptionsGroup) {
            let picker = group as? SWCollaborationOptionsPickerGroup
            self.init(
                identifier: group.identifier,
                options: group.options.map { CollaborationOption($0) },
                style: picker == nil ? .switches : .picker
            )
            title = group.title
            footer = group.footer
            selectedOptionIdentifier = (picker?.selectedOptionIdentifier).map { OptionIdentifier($0) }
        }
    }

    nonisolated extension SWCollaborationOptionsGroup {
        /// Makes Apple's group, which for a picker is an instance of Apple's subclass.
        ///
        /// - Returns: A group of the class that the style of the group asks for.
        public static func make(from group: CollaborationOptionsGroup) -> SWCollaborationOptionsGroup {
            let options = group.options.map { SWCollaborationOption($0) }
            let made: SWCollaborationOptionsGroup
            switch group.style {
            case .switches:
                made = SWCollaborationOptionsGroup(identifier: group.identifier, options: options)
            case .picker:
                let picker = SWCollaborationOptionsPickerGroup(identifier: group.identifier, options: options)
                // Apple's picker starts with its first option, whatever the options say.
                if let selected = group.selectedOptionIdentifier {
                    picker.selectedOptionIdentifier = selected.rawValue
                }
                made = picker
            }
            made.title = group.title
            made.footer = group.footer
            return made
        }
    }
#endif

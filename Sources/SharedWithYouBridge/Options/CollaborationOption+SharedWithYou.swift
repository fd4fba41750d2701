#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import CollaborationModels
    import SharedWithYouCore

    nonisolated extension CollaborationOption {
        /// Makes an option from Apple's.
        public init(_ option: SWCollaborationOption) {
            self.init(
                title: option.title,
                identifier: OptionIdentifier(option.identifier),
                subtitle: option.subtitle,
                selected: option.isSelected,
                requiredOptionsIdentifiers: option.requiredOptionsIdentifiers.map { OptionIdentifier($0) }
            )
        }
    }

    nonisolated extension SWCollaborationOption {
        /// Makes Apple's option.
        public convenience init(_ option: CollaborationOption) {
            self.init(
                title: option.title,
                identifier: option.identifier.rawValue,
                subtitle: option.subtitle,
                selected: option.isSelected,
                requiredOptionsIdentifiers: option.requiredOptionsIdentifiers.map(\.rawValue)
            )
        }
    }
#endif

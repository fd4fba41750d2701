#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import CollaborationModels
    import SharedWithYouCore

    nonisolated extension CollaborationShareOptions {
        /// Makes share options from Apple's.
        ///
        /// Apple's default summary, which is in the language of the device, counts as none.
        ///
        /// - Parameter options: Apple's share options.
        /// - Throws: `CollaborationOptionsError` when they break a rule that Apple does not enforce, such as a
        ///   requirement of a selected option that is not met.
        public init(_ options: SWCollaborationShareOptions) throws(CollaborationOptionsError) {
            let isDefault = options.summary == SWCollaborationShareOptions(optionsGroups: []).summary
            try self.init(
                optionsGroups: options.optionsGroups.map { CollaborationOptionsGroup($0) },
                summary: isDefault ? nil : options.summary
            )
        }
    }

    nonisolated extension SWCollaborationShareOptions {
        /// Makes Apple's share options.
        ///
        /// Without a summary of the author they get Apple's. One made from the titles would be wrong as soon as the
        /// person selects another option.
        public convenience init(_ options: CollaborationShareOptions) {
            let groups = options.optionsGroups.map { SWCollaborationOptionsGroup.make(from: $0) }
            var withoutSummary = options
            withoutSummary.summary = ""
            if options == withoutSummary {
                self.init(optionsGroups: groups)
            } else {
                self.init(optionsGroups: groups, summary: options.summary)
            }
        }
    }
#endif

#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import CollaborationModels
    import SharedWithYouCore

    nonisolated extension CollaborationShareOptions {
        /// Makes share options from Apple's.
        ///
        /// Apple's default summary, which is in the language of the device, counts as none. A switch that is on while an option
        /// that it requires is not selected counts as off: CloudKit's own options were seen to leave one on.
        ///
        /// - Throws: `CollaborationOptionsError` when they break a rule that Apple does not enforce.
        public init(_ options: SWCollaborationShareOptions) throws(CollaborationOptionsError) {
            let isDefault = options.summary == SWCollaborationShareOptions(optionsGroups: []).summary
            var groups = options.optionsGroups.map { CollaborationOptionsGroup($0) }
            while true {
                do throws(CollaborationOptionsError) {
                    self = try CollaborationShareOptions(
                        optionsGroups: groups,
                        summary: isDefault ? nil : options.summary
                    )
                    return
                } catch {
                    guard case .unmetRequirement(let option, _) = error,
                        let group = groups.firstIndex(where: { $0.options.contains { $0.identifier == option } }),
                        groups[group].style == .switches,
                        let index = groups[group].options.firstIndex(where: { $0.identifier == option })
                    else { throw error }
                    groups[group].options[index].isSelected = false
                }
            }
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

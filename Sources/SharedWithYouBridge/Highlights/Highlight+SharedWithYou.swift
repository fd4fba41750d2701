#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import CollaborationCore
    import Foundation
    import SharedWithYou
    import UniformTypeIdentifiers

    nonisolated extension Highlight {
        /// Makes a highlight from Apple's.
        ///
        /// Apple's cannot be made: ask the highlight center for it, by its link or the collaboration's identifier.
        public init(_ highlight: SWHighlight) {
            if let collaboration = highlight as? SWCollaborationHighlight {
                self = CollaborationHighlight(collaboration).highlight
            } else {
                self.init(url: highlight.url, identifier: highlight.textIdentifier)
            }
        }
    }

    nonisolated extension CollaborationHighlight {
        /// Makes the highlight of a collaboration from Apple's; one of a type that the device does not know has the type `data`.
        ///
        /// Apple's cannot be made: ask the highlight center for it, by its link or the collaboration's identifier.
        public init(_ highlight: SWCollaborationHighlight) {
            self.init(
                collaborationIdentifier: CollaborationIdentifier(highlight.collaborationIdentifier),
                url: highlight.url,
                title: highlight.title,
                creationDate: highlight.creationDate,
                // Apple's is nil then, against its declaration: to read it as declared would end the app.
                contentType: (highlight.value(forKey: "contentType") as? UTType).map { TypeIdentifier($0.identifier) }
                    ?? .data,
                identifier: highlight.textIdentifier
            )
        }
    }

    nonisolated extension SWHighlight {
        /// The identifier as text; nil for one that is neither a string nor a UUID.
        ///
        /// Apple declares only that it can be copied and archived. The description of another object may have its
        /// address in memory, which is none.
        fileprivate var textIdentifier: String? {
            switch identifier {
            case let text as NSString: "\(text)"
            case let uuid as NSUUID: uuid.uuidString
            default: nil
            }
        }
    }
#endif

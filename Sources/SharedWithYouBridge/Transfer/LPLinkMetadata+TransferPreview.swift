#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import Foundation
    import LinkPresentation
    import UniformTypeIdentifiers

    nonisolated extension LPLinkMetadata {
        /// Makes what the share sheet shows above its choices.
        ///
        /// - Parameter preview: A title and pictures, in PNG or JPEG.
        public convenience init(_ preview: TransferPreview) {
            self.init()
            title = preview.title
            imageProvider = preview.imageData.map { NSItemProvider(image: $0) }
            iconProvider = preview.iconData.map { NSItemProvider(image: $0) }
        }
    }

    nonisolated extension NSItemProvider {
        fileprivate convenience init(image: Data) {
            self.init()
            let type = image.starts(with: [0xFF, 0xD8]) ? "public.jpeg" : "public.png"
            registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { completion in
                completion(image, nil)
                return nil
            }
        }
    }
#endif

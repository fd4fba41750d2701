// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// Foundation, iOS 11.0 and macOS 10.13; Apple's pages. It is here since Foundation has none outside Apple's systems.

public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    case all = 0
    case team = 1
    case group = 2
    case ownProcess = 3
}

public protocol NSItemProviderWriting: NSObjectProtocol {
    static var writableTypeIdentifiersForItemProvider: [String] { get }
}

public protocol NSItemProviderReading: NSObjectProtocol {
    static var readableTypeIdentifiersForItemProvider: [String] { get }
}

extension NSURL: NSItemProviderWriting {
    /// Those of a file.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.file-url", "public.url"] }
}

open class NSItemProvider: NSObject {
    public typealias DataHandler = @Sendable (Data?, (any Error)?) -> Void

    /// What was registered, for the tests.
    package enum Registered {
        case object(any NSItemProviderWriting)
        case data(@Sendable (@escaping DataHandler) -> Progress?)
        case other(Any)
    }

    package var registered: [(type: String, visibility: NSItemProviderRepresentationVisibility, Registered)] = []

    open var suggestedName: String?
    open var registeredTypeIdentifiers: [String] { registered.map(\.type) }

    public override init() {}

    open func registerObject(_ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility) {
        for name in type(of: object).writableTypeIdentifiersForItemProvider {
            registered.append((name, visibility, .object(object)))
        }
    }

    open func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping DataHandler) -> Progress?
    ) {
        registered.append((typeIdentifier, visibility, .data(loadHandler)))
    }

    open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        registeredTypeIdentifiers.contains(where: aClass.readableTypeIdentifiersForItemProvider.contains)
    }

    @discardableResult
    open func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping DataHandler
    ) -> Progress {
        for case (typeIdentifier, _, .data(let load)) in registered { _ = load(completionHandler) }
        return Progress(totalUnitCount: 1)
    }

    @discardableResult
    open func loadObject(
        ofClass aClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        for case (_, _, .object(let object as any NSItemProviderReading)) in registered {
            completionHandler(object, nil)
            return Progress(totalUnitCount: 1)
        }
        completionHandler(nil, CocoaError(.coderValueNotFound))
        return Progress(totalUnitCount: 1)
    }
}

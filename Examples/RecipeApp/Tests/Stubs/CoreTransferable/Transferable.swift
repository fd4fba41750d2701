// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import UniformTypeIdentifiers

// CoreTransferable, iOS 16.0 and macOS 13.0; Apple's pages. Only what is used here.

public protocol Transferable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

public protocol TransferRepresentation<Item>: Sendable {
    associatedtype Item: Transferable
}

@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildExpression<Content: TransferRepresentation<Item>>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock<Content: TransferRepresentation<Item>>(_ content: Content) -> Content { content }

    public static func buildBlock<First: TransferRepresentation<Item>, Second: TransferRepresentation<Item>>(
        _ first: First,
        _ second: Second
    ) -> TransferPair<Item> { TransferPair() }
}

/// Apple's is a tuple that the builder makes.
public struct TransferPair<Item: Transferable>: TransferRepresentation {}

public struct ProxyRepresentation<Item: Transferable, Proxy: Transferable>: TransferRepresentation {
    public init(exporting: @escaping @Sendable (Item) throws -> Proxy) {}
}

public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
    public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {}
}

extension String: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(exportedContentType: .utf8PlainText) { (text: String) in Data(text.utf8) }
    }
}

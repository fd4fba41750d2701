#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a sender's app asks its server when the system hands it a start action: a link for a document that is shared
/// with these options.
///
/// It carries identifiers only. The server takes all else from the options that it declares itself.
public struct StartRequest: Hashable, Sendable {
    /// The largest number of selected options, 100.
    package static let maximumOptionCount = 100

    /// The document, as the app knows it; empty where the server knows it from the path.
    public let localIdentifier: LocalCollaborationIdentifier

    /// The identifiers of all options that the person selected, in any order.
    public let selectedOptions: [String]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - localIdentifier: The document, as the app knows it.
    ///   - selectedOptions: The identifiers of all options that the person selected.
    public init(localIdentifier: LocalCollaborationIdentifier = "", selectedOptions: [String] = []) {
        self.localIdentifier = localIdentifier
        self.selectedOptions = selectedOptions
    }
}

extension StartRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: The text of at most 128 KiB, an object with `localIdentifier` and `selectedOptions`.
    /// - Throws: ``CollaborationError/malformed(_:)``.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json)
        localIdentifier = try message.member("localIdentifier").identifier()
        var count = 0
        selectedOptions = try message.member("selectedOptions").elements {
            option throws(CollaborationError) in
            count += 1
            guard count <= Self.maximumOptionCount else { throw option.error(.tooManyOptions) }
            return try option.identifier(CollaborationIdentifier.self).rawValue
        }
    }

    /// The request as JSON.
    public var json: Data {
        JSONText([
            "localIdentifier": JSONText(localIdentifier.rawValue),
            "selectedOptions": JSONText(selectedOptions.map { JSONText($0) }),
        ]).data
    }
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What an account may do in a collaboration, as the server tells the account's app.
public struct AccessAnswer: Hashable, Sendable {
    /// Whether the account owns the collaboration.
    public let isOwner: Bool

    /// The options that the account is permitted, each once, in the order of their bytes.
    public let permittedOptions: [OptionIdentifier]

    /// Makes an answer, with at most 100 options in any order.
    public init(isOwner: Bool, permittedOptions: some Sequence<OptionIdentifier>) {
        self.isOwner = isOwner
        self.permittedOptions = Set(permittedOptions).sorted()
    }

    /// Whether the account is permitted an option.
    public func permits(_ option: OptionIdentifier) -> Bool { permittedOptions.contains(option) }
}

extension AccessAnswer {
    /// Reads an answer from JSON.
    ///
    /// - Parameter json: A text within ``JSONLimits``, an object with `isOwner` and `permittedOptions`.
    /// - Throws: ``CollaborationError/malformed(_:)``.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json)
        self.init(
            isOwner: try message.member("isOwner").boolean(),
            permittedOptions: try message.member("permittedOptions").options()
        )
    }

    /// The answer as JSON.
    public var json: Data {
        JSONText([
            "isOwner": JSONText(isOwner),
            "permittedOptions": JSONText(permittedOptions.map { JSONText($0.rawValue) }),
        ]).data
    }
}

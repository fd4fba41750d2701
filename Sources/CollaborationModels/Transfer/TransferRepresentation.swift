#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One form of a ``TransferItem``, whose data is made when a receiver asks for it.
public struct TransferRepresentation: Sendable {
    /// What a receiver does with the data.
    public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// The receiver joins the collaboration.
        case collaboration

        /// The receiver gets a copy that is its own.
        case copy

        /// The receiver gets a link.
        case link
    }

    /// The kind of the data.
    public let typeIdentifier: TypeIdentifier

    /// What a receiver does with the data.
    public let role: Role

    /// Which receivers are offered the representation.
    public let visibility: TransferVisibility

    private let makeData: @Sendable () async throws -> Data

    /// Whether the item's collaboration object made the representation.
    var isOfObject = false

    /// Makes a representation whose data is made each time that a receiver asks.
    package init(
        typeIdentifier: TypeIdentifier,
        role: Role,
        visibility: TransferVisibility = .all,
        data: @escaping @Sendable () async throws -> Data
    ) {
        self.typeIdentifier = typeIdentifier
        self.role = role
        self.visibility = visibility
        makeData = data
    }

    /// Makes the data.
    ///
    /// - Returns: The data, of the kind that ``typeIdentifier`` names.
    /// - Throws: What the maker of the data throws.
    public func data() async throws -> Data {
        try await makeData()
    }
}

/// How near a receiver must be to the sender to be offered a representation.
///
/// The names and raw values are those of Foundation's `NSItemProviderRepresentationVisibility`. A nearer
/// receiver is offered all that a farther one is. The cases are ordered from far to near.
public enum TransferVisibility: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Any process.
    case all = 0

    /// Processes of the same development team.
    case team = 1

    /// Processes of the same app group.
    case group = 2

    /// The sender's own process.
    case ownProcess = 3
}

import CollaborationProofs

extension TransferItem {
    /// The representations that a receiver is offered, the preferred one first.
    ///
    /// - Parameter receiver: How near the receiver is to the sender.
    /// - Returns: Those whose visibility reaches the receiver.
    public func representations(visibleTo receiver: TransferVisibility) -> [TransferRepresentation] {
        representations.filter { $0.visibility <= receiver }
    }

    /// The roles that a receiver's user can choose from, such as to collaborate or to get a copy.
    ///
    /// - Parameter receiver: How near the receiver is to the sender.
    /// - Returns: Each role once, in the order of preference.
    public func roles(visibleTo receiver: TransferVisibility = .all) -> [TransferRepresentation.Role] {
        var roles: [TransferRepresentation.Role] = []
        for representation in representations(visibleTo: receiver) where !roles.contains(representation.role)
        {
            roles.append(representation.role)
        }
        return roles
    }

    /// The first representation that a receiver understands.
    ///
    /// - Parameters:
    ///   - types: The kinds of data that the receiver understands.
    ///   - role: What the receiver's user chose; nil when any will do.
    ///   - receiver: How near the receiver is to the sender.
    /// - Returns: The representation, or nil when the receiver understands none that it is offered.
    public func representation(
        understoodAs types: some Sequence<TypeIdentifier>,
        role: TransferRepresentation.Role? = nil,
        visibleTo receiver: TransferVisibility = .all
    ) -> TransferRepresentation? {
        let understood = Set(types)
        return representations(visibleTo: receiver).first {
            understood.contains($0.typeIdentifier) && (role == nil || $0.role == role)
        }
    }

    /// Decodes the metadata of a custom collaboration, as a receiver gets it.
    ///
    /// It lacks the initiator's handle and name, also in the sender's own process; ``collaborationObject`` has
    /// them.
    ///
    /// - Parameter receiver: How near the receiver is to the sender.
    /// - Returns: The metadata, or nil when the receiver is offered none.
    /// - Throws: What the representation throws, and what `StrictJSONDecoder` throws when its data is not
    ///   metadata.
    public func collaborationMetadata(
        visibleTo receiver: TransferVisibility = .all
    ) async throws -> CollaborationMetadata? {
        let found = representation(understoodAs: [.collaborationMetadata], visibleTo: receiver)
        guard let found else { return nil }
        return try StrictJSONDecoder().decode(CollaborationMetadata.self, from: await found.data())
    }
}

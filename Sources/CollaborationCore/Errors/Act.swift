/// What an account does to a collaboration or to another account in it.
///
/// The configuration of a server decides which accounts may do what.
public enum Act: Hashable, Sendable {
    /// Adds identities by an update, which may be empty.
    case addIdentities

    /// Removes identities by an update.
    case removeIdentities

    /// Gives an account access without a proof.
    case admitGuest(AccountIdentifier)

    /// Makes another selection for one account.
    case select(AccountIdentifier)

    /// Removes an account for good.
    case remove(AccountIdentifier)

    /// Takes the removal of an account back.
    case readmit(AccountIdentifier)

    /// Makes another account the owner.
    case transfer(AccountIdentifier)

    /// Ends the collaboration.
    case end
}

extension Act: CustomStringConvertible {
    /// The act without the account, which a log of refusals does not name.
    public var description: String {
        switch self {
        case .addIdentities: "addIdentities"
        case .removeIdentities: "removeIdentities"
        case .admitGuest: "admitGuest"
        case .select: "select"
        case .remove: "remove"
        case .readmit: "readmit"
        case .transfer: "transfer"
        case .end: "end"
        }
    }
}

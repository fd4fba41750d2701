import CollaborationProofs

/// A refusal by the server itself, which is for the log only, as `AccessRefusal` is.
struct Denial: Error {
    enum Reason: String {
        /// The account does not own the document, or there is no such document.
        case notTheOwner

        /// The account has no access to the document, or there is no such document.
        case noAccess

        /// The document is not shared, or there is no such document.
        case notShared
    }

    let reason: Reason

    /// The document that was asked for.
    let document: CollaborationIdentifier
}

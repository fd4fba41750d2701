/// The server's own reasons to refuse a request.
///
/// Like those of `AccessRefusal` they are for the log only.
enum Denial: String, Error {
    /// The account does not own the document, or there is no such document.
    case notTheOwner

    /// The account has no access to the document, or there is no such document.
    case noAccess

    /// The document is not shared, or there is no such document.
    case notShared
}
